import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { serviceArguments } from '../../../scripts/lib/setup.mjs'

const folder = mkdtempSync(join(tmpdir(), 'log-'))
chmodSync(folder, 0o755)
let service: ChildProcess | undefined
afterEach(() => {
  service?.kill('SIGKILL')
  const left = findRunning(clusterOf(join(folder, 'postgres')))
  if (left) process.kill(left.pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A target on which every write fails, as on a full disk. */
const full = '/dev/full'
test.runIf(existsSync(full))('a full disk takes lines of the log, and nothing else', async () => {
  const settings = { DATA_DIR: folder, PORT: '0', MAILBOX_PORT: '0', LOG_LEVEL: 'debug' }
  service = spawn(process.execPath, serviceArguments, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', openSync(full, 'w'), 'inherit', 'ipc'],
  })
  const exit = once(service, 'exit')
  const [{ up }] = (await once(service, 'message')) as [{ up: string }]
  for (let calls = 0; calls < 3; calls += 1)
    expect((await fetch(`${up}/api/user/info`, { method: 'POST' })).status).toBe(400)
  expect((await fetch(`${up}/readyz`)).status).toBe(200)
  service.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(existsSync(join(clusterOf(join(folder, 'postgres')), 'postmaster.pid'))).toBe(false)
})
