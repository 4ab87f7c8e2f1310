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
async function addressOf(npm: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(npm.stdout)) {
    const found = / is up after .*(http:\S+)\//.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('npm start ended')
}

test('npm start takes the service with it when npm alone is told to stop', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  chmodSync(folder, 0o755)
  const settings = { DATABASE_URL: '', DATA_DIR: folder, PORT: '0', MAILBOX_PORT: '0' }
  // A group of its own, so that a failing test leaves nothing behind.
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-Number(npm.pid), 'SIGKILL')
    } catch {
      // All of it has ended.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  const address = await addressOf(npm)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  // Open as long as anybody lives who writes into it.
  const silent = once(npm.stdout, 'close')
  npm.kill('SIGTERM')
  npm.stdout.resume()
  await silent
  await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  expect(existsSync(join(clusterOf(join(folder, 'postgres')), 'postmaster.pid'))).toBe(false)
})
