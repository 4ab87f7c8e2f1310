import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '#service/db/embedded/home.ts'

/** Its address, once it is up. */
async function addressOf(start: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(start.stdout)) {
    const found = / is up after .*(http:\S+)\//.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('npm start ended')
}

/** npm in a group of its own, so that a failing test leaves nothing behind. */
function npm(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('npm', args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  })
  return child
}

test('npm start takes the service with it when npm alone is told to stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  chmodSync(folder, 0o755)
  const start = npm(['start'], { DATABASE_URL: '', DATA_DIR: folder, PORT: '0', MAILBOX_PORT: '0' })
  const address = await addressOf(start)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  // Open as long as anybody lives who writes into it.
  const silent = once(start.stdout, 'close')
  start.kill('SIGTERM')
  start.stdout.resume()
  await silent
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(existsSync(join(clusterOf(join(folder, 'postgres')), 'postmaster.pid'))).toBe(false)
})

test('npm test ends with what it runs when npm alone is told to stop', async () => {
  const run = npm(['test', '--', 'unit'])
  const told: string[] = []
  for await (const line of createInterface(run.stdout)) {
    told.push(line)
    if (line === '== unit') run.kill('SIGTERM')
  }
  expect(told).toContain('== unit')
  expect(told.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toEqual([])
})
