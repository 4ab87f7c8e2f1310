import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { trickle } from '#world/trickle.ts'

let folder = ''
let service: ChildProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draining-'))
  chmodSync(folder, 0o755)
  const main = fileURLToPath(new URL('../../service/main.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, SITE_DIR: folder, PORT: '0', MAILBOX_PORT: '0' }
  service = spawn(process.execPath, [main], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return () => {
    service.kill('SIGKILL')
    const left = findRunning(clusterOf(join(folder, 'postgres')))
    if (left) process.kill(left.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})

async function waitForLog(word: string): Promise<void> {
  for await (const line of createInterface(service.stdout as Readable)) if (line.includes(word)) return
}

const pidFile = () => join(clusterOf(join(folder, 'postgres')), 'postmaster.pid')

test('drains and stops its database when its terminal is closed', async () => {
  const exit = once(service, 'exit')
  await once(service, 'message')
  service.stdout?.destroy()
  service.kill('SIGHUP')
  expect(await exit).toEqual([0, null])
  expect(existsSync(pidFile())).toBe(false)
})

test('drains and stops its database when it is told to stop twice', async () => {
  const exit = once(service, 'exit')
  await once(service, 'message')
  expect(existsSync(pidFile())).toBe(true)
  service.kill('SIGTERM')
  await waitForLog('draining')
  service.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(existsSync(pidFile())).toBe(false)
})

test('drains and stops its database when the process that started it is gone', async () => {
  const exit = once(service, 'exit')
  await once(service, 'message')
  service.disconnect()
  expect(await exit).toEqual([0, null])
  expect(existsSync(pidFile())).toBe(false)
})

test('B7 does not wait for clients that never finish their request', async () => {
  const exit = once(service, 'exit')
  const [{ up }] = (await once(service, 'message')) as [{ up: string }]
  const clients = [await trickle(up, 'head'), await trickle(up, 'body')]
  service.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  for (const { socket } of clients) socket.destroy()
  expect(existsSync(pidFile())).toBe(false)
})

test('leaves no database behind when it is stopped before it is up', async () => {
  const exit = once(service, 'exit')
  await waitForLog('embedded PostgreSQL started')
  service.kill('SIGTERM')
  // It exits by itself, not by the signal.
  expect((await exit)[1]).toBeNull()
  // The server ends by itself, in order.
  await expect.poll(() => existsSync(pidFile())).toBe(false)
})
