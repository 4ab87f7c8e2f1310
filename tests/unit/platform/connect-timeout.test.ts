import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import {
  type AddressInfo,
  connect,
  getDefaultAutoSelectFamilyAttemptTimeout,
  type Socket,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net'
import { platform, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { extendConnectTimeout } from '#service/platform/connect-timeout.ts'

const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean()
})

/** Connections to a local port that the system has not established. */
const pendingTo = (port: number): number =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => line.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `)).length

/** A server that drops the first packet of a connection, as a network does; `wake` makes it answer the second one. */
async function openSlowListener(): Promise<{ port: number; wake: () => void }> {
  const child = fork(fileURLToPath(new URL('../../_world/slow-listener.ts', import.meta.url)))
  cleanups.push(() => child.kill('SIGKILL'))
  const [{ port }] = (await once(child, 'message')) as [AddressInfo]
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  // The system establishes connections for the stopped process until its queue is full.
  while (pendingTo(port) === 0) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), vi.waitUntil(() => pendingTo(port) > 0, { timeout: 60_000 })])
  }
  return { port, wake: () => child.kill('SIGCONT') }
}

test.skipIf(platform() !== 'linux')(
  'an address that answers after a second is reached, though the other one is dead',
  async () => {
    const { port, wake } = await openSlowListener()
    extendConnectTimeout()
    const addresses = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    const pending = pendingTo(port)
    const request = http.get({
      host: 'far.example',
      port,
      agent: false,
      lookup: (_, __, done) => done(null, addresses),
    })
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    await vi.waitUntil(() => pendingTo(port) > pending, { timeout: 60_000 })
    wake()
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
  },
)

test('a longer time that is set for the process stays', () => {
  const before = getDefaultAutoSelectFamilyAttemptTimeout()
  cleanups.push(() => setDefaultAutoSelectFamilyAttemptTimeout(before))
  setDefaultAutoSelectFamilyAttemptTimeout(9_000)
  extendConnectTimeout()
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(9_000)
})

test.each([
  ['the service', 'service/main.ts', []],
  ['the miner', 'service/programs/miner/main.ts', ['--version']],
  ['the host', 'service/programs/host/main.ts', ['--version']],
  ['the operator’s program', 'service/programs/operate/main.ts', ['--help']],
])('%s gives each address seconds to answer', (_, file, args) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'connect-timeout-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const written = path.join(folder, 'milliseconds')
  const preload = path.join(folder, 'preload.mjs')
  writeFileSync(
    preload,
    `import { writeFileSync } from 'node:fs'
import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
process.on('exit', () => writeFileSync(${JSON.stringify(written)}, String(getDefaultAutoSelectFamilyAttemptTimeout())))`,
  )
  try {
    // The service ends at once: it has no such port.
    execFileSync(process.execPath, ['--import', pathToFileURL(preload).href, file, ...args], {
      env: { ...process.env, PORT: 'none' },
      stdio: 'pipe',
    })
  } catch {}
  expect(Number(readFileSync(written, 'utf8'))).toBeGreaterThanOrEqual(2_000)
})
