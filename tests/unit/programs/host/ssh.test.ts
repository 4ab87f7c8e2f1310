import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Driver } from '#service/programs/host/driver.ts'
import { createKeyPair } from '#service/programs/host/host-key.ts'
import { toRunning } from '#service/programs/host/session-child.ts'
import { createSshServer } from '#service/programs/host/ssh.ts'
import { connectSsh, newKeyPair } from '#world/host.ts'

test('a session whose program is missing says so, and ends only itself', async () => {
  const key = newKeyPair()
  const order = { id: 'r1', image: 'plain' as const, keys: [key.public] }
  const spawnMissing = () =>
    toRunning(spawn('/no/such/program', { stdio: 'pipe', detached: true }), { hasTerminal: false })
  const driver = { name: 'container', run: spawnMissing } as Partial<Driver> as Driver
  const { private: hostKey } = createKeyPair()
  const { server } = createSshServer(hostKey, { driver, current: () => order })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const inside = await connectSsh({ access: { host: '127.0.0.1', port, user: 'renter' } } as never, key)
    for (const _ of ['once', 'again'])
      expect(await inside.run('true')).toMatchObject({ code: 127, out: expect.stringContaining('not available here') })
    inside.end()
  } finally {
    server.close()
  }
})

test('a key that is added opens the rental at once, and one that is removed ends its connections', async () => {
  const [first, second] = [newKeyPair(), newKeyPair()]
  let keys = [first.public]
  const driver = { name: 'container' } as Partial<Driver> as Driver
  const current = () => ({ id: 'r1', image: 'plain', keys })
  const { server } = createSshServer(createKeyPair().private, { driver, current })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const enter = (key: typeof first) => connectSsh({ access: { host: '127.0.0.1', port, user: 'renter' } } as never, key)
  try {
    const inside = await enter(first)
    await expect(enter(second)).rejects.toThrow()
    keys = [first.public, second.public]
    const later = await enter(second)
    keys = [second.public]
    await inside.closed
    await expect(enter(first)).rejects.toThrow()
    later.end()
  } finally {
    server.close()
  }
})
