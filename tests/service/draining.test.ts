import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'

test('drains and stops its database when it is told to stop twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'draining-'))
  chmodSync(folder, 0o755)
  const main = new URL('../../service/main.ts', import.meta.url).pathname
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, SITE_DIR: folder, PORT: '0', MAILBOX_PORT: '0' }
  const service = spawn(process.execPath, [main], {
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    await once(service, 'message')
    const pidFile = join(folder, 'postgres', 'pg18', 'postmaster.pid')
    expect(readFileSync(pidFile, 'utf8')).not.toBe('')
    const exit = once(service, 'exit')
    service.kill('SIGTERM')
    for await (const line of createInterface(service.stdout as Readable)) if (line.includes('draining')) break
    service.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(existsSync(pidFile)).toBe(false)
  } finally {
    service.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
