import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openBindings } from '#service/programs/host/bindings.ts'
import { createContainerDriver } from '#service/programs/host/container-driver.ts'
import type { Driver, Order } from '#service/programs/host/driver.ts'
import { createEngine } from '#service/programs/host/engine.ts'
import { createProof } from '#service/programs/host/proof.ts'
import { createPodman, type Podman } from '#world/podman.ts'

/** The driver of containers on a real Podman. */

let podman: Podman
beforeAll(() => {
  podman = createPodman()
  for (const [name, value] of Object.entries(podman.env)) vi.stubEnv(name, value)
})
afterAll(() => podman.close())

const wiped: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const wipe of wiped.splice(0)) await wipe()
})

const limits = { cores: 1, memoryMib: 64, gpus: false }
let counted = 0
const newOrder = (): Order => ({ id: `r${++counted}`, image: 'plain', keys: ['ssh-ed25519 AAAA'] })

function newHost(machineId: string, dataDir = mkdtempSync(path.join(podman.folder, 'host-'))) {
  const bindings = openBindings(dataDir)
  bindings.setMachineId(machineId)
  return { dataDir, bindings, driver: createContainerDriver(createEngine(['podman']), () => limits, { bindings }) }
}

async function rent(driver: Driver, order = newOrder()) {
  await driver.prepare(order)
  wiped.push(() => driver.wipe(order.id))
  return order
}

async function runIn(driver: Driver, order: Order, command: string): Promise<string> {
  const running = driver.run(order, { command, terminal: undefined })
  if (!running) throw new Error('nothing runs there')
  let out = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
  await running.ended
  return out.trim()
}

const names = (...what: string[]) => podman.run(...what, '--format', '{{.Names}}').split('\n')

test('a rental is made, entered, stopped, started with its files and wiped without a trace', async () => {
  const { driver, bindings } = newHost('m-1')
  const order = await rent(driver)
  expect(await driver.presence(order.id)).toBe('running')
  expect(await runIn(driver, order, 'ip -4 addr show dev eth0')).toMatch(/inet 10\.213\.\d+\.\d+\/28/)
  expect(bindings.get(order.id)).toEqual({
    engine: 'podman',
    storage: path.join(podman.folder, 'store'),
    isMade: true,
    volumes: [],
  })
  expect(await runIn(driver, order, 'echo kept > /root/note; hostname')).toBe('rental')
  await driver.halt(order.id)
  expect(await driver.presence(order.id)).toBe('stopped')
  await driver.prepare(order)
  expect(await runIn(driver, order, 'cat /root/note')).toBe('kept')
  await driver.wipe(order.id)
  expect(await driver.presence(order.id)).toBe('absent')
  expect(names('ps', '--all')).not.toContain(`idleforge-${order.id}`)
  expect(podman.run('network', 'ls', '--format', '{{.Name}}')).not.toContain(order.id)
  expect(bindings.ids()).toEqual([])
})

test('an anonymous volume of an image is wiped too', async () => {
  const { driver, bindings } = newHost('m-1')
  const order = newOrder()
  podman.run('network', 'create', '--label', 'idleforge.machine=m-1', `idleforge-${order.id}`)
  podman.run(
    ...['run', '--detach', '--init', '--name', `idleforge-${order.id}`, '--label', 'idleforge.machine=m-1'],
    ...['--volume', '/data', 'docker.io/library/debian:12-slim', 'sleep', 'infinity'],
  )
  await driver.prepare(order)
  const { volumes } = bindings.get(order.id) ?? { volumes: [] }
  expect(volumes).toHaveLength(1)
  // The container is removed behind the host's back, its volume stays.
  podman.run('rm', '--force', '--time', '0', `idleforge-${order.id}`)
  await driver.wipe(order.id)
  expect(podman.run('volume', 'ls', '--quiet')).not.toContain(volumes[0])
})

test('a container that is gone is not made again without its data', async () => {
  const { driver } = newHost('m-1')
  const order = await rent(driver)
  podman.run('rm', '--force', '--time', '0', `idleforge-${order.id}`)
  await expect(driver.prepare(order)).rejects.toThrow(/container is gone/)
})

test('two hosts of one system neither see nor touch each other’s rentals', async () => {
  const [one, other] = [newHost('m-1'), newHost('m-2')]
  const [mine, theirs] = [await rent(one.driver), await rent(other.driver)]
  expect(await one.driver.existing()).toEqual([mine.id])
  expect(await other.driver.existing()).toEqual([theirs.id])
  for (const act of [
    () => one.driver.wipe(theirs.id),
    () => one.driver.halt(theirs.id),
    () => one.driver.prepare(theirs),
  ])
    await expect(act()).rejects.toThrow(/of another host/)
  expect(await other.driver.presence(theirs.id)).toBe('running')
  // A new folder of the same machine finds what the lost one had made.
  expect(await newHost('m-1').driver.existing()).toEqual([mine.id])
})

test('a container whose program was killed is stopped, and runs again with its files', async () => {
  const { driver } = newHost('m-1')
  const order = await rent(driver)
  await runIn(driver, order, 'echo kept > /root/note')
  const pid = podman.run('inspect', '--format', '{{.State.Pid}}', `idleforge-${order.id}`)
  execFileSync('kill', ['-9', pid])
  await expect.poll(() => driver.presence(order.id)).toBe('stopped')
  await driver.prepare(order)
  expect(await runIn(driver, order, 'cat /root/note')).toBe('kept')
})

test('the proof makes, enters and wipes a rental of the plainest image', async () => {
  const { driver } = newHost('m-1')
  const lines: string[] = []
  const proof = createProof(driver, { log: (line) => void lines.push(line) })
  await proof.tend()
  expect(lines.join('\n')).toMatch(/^this machine can make rentals/)
  expect([proof.isProven(), proof.failure()]).toEqual([true, undefined])
  expect(await driver.existing()).toEqual([])
})

test('an image that cannot be pulled is refused with the engine’s reason, and leaves nothing', async () => {
  const { driver, dataDir } = newHost('m-1')
  const order = { ...newOrder(), image: 'ubuntu' }
  await expect(driver.prepare(order)).rejects.toThrow(/ubuntu|registry|lookup|dial/)
  await driver.wipe(order.id)
  expect(await driver.existing()).toEqual([])
  rmSync(dataDir, { recursive: true })
})
