import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { clusterOf } from '#service/db/embedded/home.ts'

const root = join(import.meta.dirname, '../..')
const notCopied = new Set(['.astro', '.data', '.git', 'dist', 'node_modules', 'test-results'])

/** The project as somebody has it who keeps it among "My projects", with what is installed. */
function copyInto(folder: string): string {
  const copy = join(folder, 'My projects, Förge 矿')
  cpSync(root, copy, { recursive: true, filter: (file) => file === root || !notCopied.has(basename(file)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Its address, once it is up. */
async function addressOf(start: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(start.stdout)) {
    const found = / is up after .*(http:\S+)\//.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('npm start ended')
}

/** npm in a group of its own, so that a failing test leaves nothing behind. */
function npm(
  args: readonly string[],
  { cwd = root, settings = {} }: { cwd?: string; settings?: Readonly<Record<string, string>> } = {},
) {
  const child = spawn('npm', args, {
    cwd,
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

test('npm start builds wherever it stands, and takes the service with it when npm alone is told to stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  chmodSync(folder, 0o755)
  const cwd = copyInto(folder)
  const start = npm(['start'], { cwd, settings: { DATABASE_URL: '', DATA_DIR: '.data', PORT: '0', MAILBOX_PORT: '0' } })
  const address = await addressOf(start)
  for (const path of ['healthz', '', 'zh/docs/', 'user/account'])
    expect((await fetch(`${address}/${path}`)).status, path).toBe(200)
  // Open as long as anybody lives who writes into it.
  const silent = once(start.stdout, 'close')
  start.kill('SIGTERM')
  start.stdout.resume()
  await silent
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(existsSync(join(clusterOf(join(cwd, '.data', 'postgres')), 'postmaster.pid'))).toBe(false)
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
