import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { images } from '#lib/rules/gpu.ts'
import { openBindings } from '#service/programs/host/bindings.ts'
import { createContainerDriver } from '#service/programs/host/container-driver.ts'
import type { Driver, Order } from '#service/programs/host/driver.ts'
import { createEngine } from '#service/programs/host/engine.ts'
import { imageBytes } from '#service/programs/host/image-registry.ts'
import { createRentals } from '#service/programs/host/rentals.ts'
import { createSshServer } from '#service/programs/host/ssh.ts'
import { enterRental, openChannel } from '#service/rental/terminal-ssh.ts'
import { connectSsh, newKeyPair } from '#world/host.ts'
import { createRegistry, type Registry, registriesConf } from '#world/image-registry.ts'
import { createPodman, type Podman } from '#world/podman.ts'

/** Templates on a real Podman, which pulls their images from a registry of this test. */

let podman: Podman
let registry: Registry
let driver: Driver
let dataDir: string
const IMAGE = 'docker.io/tests/tool:1'

beforeAll(async () => {
  podman = createPodman()
  registry = await createRegistry(podman)
  const conf = path.join(podman.folder, 'registries.conf')
  writeFileSync(conf, registriesConf(registry.port))
  for (const [name, value] of Object.entries({ ...podman.env, CONTAINERS_REGISTRIES_CONF: conf }))
    vi.stubEnv(name, value)
  registry.add('tests/tool', images.plain.reference)
  dataDir = mkdtempSync(path.join(podman.folder, 'host-'))
  const bindings = openBindings(dataDir)
  bindings.setMachineId('m-templates')
  driver = createContainerDriver(createEngine(['podman']), () => ({ cores: 1, memoryMib: 64, gpus: false }), {
    bindings,
    pulls: {
      bytesOf: (reference) => imageBytes(reference, registry.fetch),
      received: () => registry.served(),
    },
  })
})
afterAll(async () => {
  // The next file runs in the same process.
  vi.unstubAllEnvs()
  await registry.close()
  podman.close()
})

const made: string[] = []
afterEach(async () => {
  for (const id of made.splice(0)) await driver.wipe(id)
})

let counted = 0
function newOrder(template: Partial<NonNullable<Order['template']>> = {}): Order {
  const id = `t${++counted}`
  made.push(id)
  return {
    ...{ id, image: 'plain', keys: ['ssh-ed25519 AAAA'] },
    template: { image: IMAGE, maxImageMib: 1024, variables: [], start: '', ...template },
  }
}

async function runIn(order: Order, command: string): Promise<string> {
  const running = driver.run(order, { command, terminal: undefined })
  if (!running) throw new Error('nothing runs there')
  let out = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
  await running.ended
  return out.trim()
}

/** Reads the log until it holds a text. */
async function logUntil(order: Order, text: string): Promise<string> {
  const running = driver.logs?.(order)
  if (!running) throw new Error('there is no log')
  let out = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (out += String(chunk)))
  await expect.poll(() => out).toContain(text)
  running.hangUp()
  return out
}

const HARD = [
  { name: 'PLAIN', value: 'a b' },
  { name: 'QUOTED', value: `"double" 'single' # no comment` },
  { name: 'EQUALS', value: '=x=$HOME `id` \\n' },
  { name: 'EMPTY', value: '' },
  { name: 'SECRET', value: 'hunter2-hunter2' },
]

test('a template is pulled, and started with its environment and script, whose output is the log', async () => {
  const order = newOrder({ variables: HARD, start: 'echo "begin as $(id -u) with $PLAIN"\nsleep 1000 &\nexit 3' })
  await driver.prepare(order)
  expect(await logUntil(order, 'exit status 3]\n')).toBe('begin as 0 with a b\n[start script: exit status 3]\n')
  for (const { name, value } of HARD) expect(await runIn(order, `printf '<%s>' "$${name}"`), name).toBe(`<${value}>`)
  // Nothing of it stays in the host's folder.
  expect(readdirSync(dataDir)).toEqual(['rentals.json'])
  // Again with the container, and once in the log that a restart continues.
  await driver.halt(order.id)
  await driver.prepare(order)
  await expect.poll(async () => (await logUntil(order, 'begin')).match(/begin/g)?.length).toBe(2)
})

test('the log is a subsystem of the SSH server', async () => {
  const order = newOrder({ start: 'echo "hello of the script"' })
  await driver.prepare(order)
  const pair = newKeyPair()
  const current = { ...order, keys: [pair.public] }
  const ssh = createSshServer(newKeyPair().private, { driver, current: () => current })
  ssh.server.listen(0, '127.0.0.1')
  await once(ssh.server, 'listening')
  const { port } = ssh.server.address() as { port: number }
  const access = { host: '127.0.0.1', port, user: 'renter', hostKey: '' }
  const terminal = { id: 'one', rentalId: order.id, kind: 'log' as const, privateKey: pair.private }
  const hostKey = (await connectSsh({ access }, pair)).hostKey
  const client = await enterRental({ ...access, hostKey }, terminal, () => true)
  if (!client) throw new Error('nobody is in')
  const channel = await openChannel(client, 'log', { rows: 24, columns: 80 })
  let out = ''
  channel.on('data', (chunk: Buffer) => (out += String(chunk)))
  await expect.poll(() => out).toContain('hello of the script')
  await expect.poll(() => out).toContain('exit status 0')
  client.end()
  ssh.disconnect(order.id)
  ssh.server.close()
})

test('a secret is in no list of processes', async () => {
  const order = newOrder({ variables: HARD, start: 'sleep 1000' })
  const prepared = driver.prepare(order)
  const seen: string[] = []
  let isDone = false
  void prepared.finally(() => {
    isDone = true
  })
  while (!isDone) {
    seen.push(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await prepared
  expect(seen.some((list) => list.includes(order.id))).toBe(true)
  expect(seen.join('\n')).not.toContain('hunter2')
})

test('the image of a template goes with its rental, and one that was there before stays', async () => {
  const order = newOrder()
  await driver.prepare(order)
  expect(podman.run('image', 'ls', '--format', '{{.Repository}}')).toContain('docker.io/tests/tool')
  await driver.wipe(order.id)
  expect(podman.run('image', 'ls', '--format', '{{.Repository}}')).not.toContain('docker.io/tests/tool')
  podman.run('tag', images.plain.reference, 'docker.io/owners/own:1')
  const other = newOrder({ image: 'docker.io/owners/own:1' })
  await driver.prepare(other)
  await driver.wipe(other.id)
  expect(podman.run('image', 'ls', '--format', '{{.Repository}}')).toContain('docker.io/owners/own')
})

test('a pull shows its progress, and ends with its rental', async () => {
  registry.hold(true)
  const lines: string[] = []
  const rentals = createRentals(driver, { log: (line) => void lines.push(line), disconnect: () => undefined })
  const order = { ...newOrder(), restarts: 0 }
  rentals.reconcile([order])
  await expect.poll(() => rentals.states()[0]?.pull?.totalMib).toBeGreaterThan(0)
  expect(rentals.states()).toMatchObject([{ state: 'starting', pull: { doneMib: 0 } }])
  rentals.reconcile([])
  await rentals.settled()
  expect(rentals.states()).toEqual([])
  expect(lines.at(-1)).toBe(`rental ${order.id} was wiped`)
  registry.hold(false)
})

test.each([
  ['does not exist', 'docker.io/tests/none:1', undefined, 'imageUnknown'],
  ['is larger than the owner allows', IMAGE, 0, 'imageTooLarge'],
  ['is for another processor', 'docker.io/tests/other:1', undefined, 'imagePlatform'],
  ['has no shell', 'docker.io/tests/empty:1', undefined, 'imageUnusable'],
])('an image that %s has failed by itself, not by the machine', async (_, image, maxImageMib, problem) => {
  if (problem === 'imagePlatform') createOther()
  if (problem === 'imageUnusable') createEmpty()
  const failures: string[] = []
  const rentals = createRentals(driver, {
    log: () => undefined,
    disconnect: () => undefined,
    failed: (reason) => void failures.push(reason),
  })
  const order = { ...newOrder({ image, ...(maxImageMib !== undefined && { maxImageMib }) }), restarts: 0 }
  rentals.reconcile([order])
  await rentals.settled()
  expect(rentals.states()).toEqual([{ id: order.id, state: 'failed', restarts: 0, problem }])
  expect(failures).toEqual([])
})

function createOther(): void {
  const root = path.join(podman.folder, 'image.tar')
  podman.run('import', '--arch', process.arch === 'arm64' ? 'amd64' : 'arm64', root, 'docker.io/tests/other:1')
  registry.add('tests/other', 'docker.io/tests/other:1')
  podman.run('image', 'rm', 'docker.io/tests/other:1')
}

function createEmpty(): void {
  const folder = mkdtempSync(path.join(podman.folder, 'empty-'))
  writeFileSync(path.join(folder, 'file'), 'nothing to run')
  const tar = path.join(podman.folder, 'empty.tar')
  execFileSync('tar', ['-C', folder, '-cf', tar, '.'])
  podman.run('import', tar, 'docker.io/tests/empty:1')
  registry.add('tests/empty', 'docker.io/tests/empty:1')
  podman.run('image', 'rm', 'docker.io/tests/empty:1')
}
