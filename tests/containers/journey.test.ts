import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGpuKey, gpuDetail, type Rental, releaseGpu, rentalDetail, restartGpu } from '#lib/contract/gpu.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { fund, listMachine, type Machine, rentAs } from '#world/gpu.ts'
import { connectSsh, type Host, newKeyPair, type SshSession, startHost } from '#world/host.ts'
import { createPodman, type Podman } from '#world/podman.ts'
import { freePort } from '#world/ports.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** A renter's journey into a container of a real Podman, with the host's own program and an engine that fails at times. */

let podman: Podman
let world: World
let renter: User
let machine: Machine
let host: Host
let rental: Rental
let inside: SshSession
const key = newKeyPair()

/** While this file exists, `podman` fails as an engine that is down. */
const outage = () => path.join(podman.folder, 'outage')

function createSwitch(): string {
  const bin = path.join(podman.folder, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh\n[ -f '${outage()}' ] && { echo 'Error: database is locked' >&2; exit 125; }\nexec /usr/bin/podman "$@"\n`
  writeFileSync(path.join(bin, 'podman'), script)
  chmodSync(path.join(bin, 'podman'), 0o755)
  return bin
}

beforeAll(async () => {
  podman = createPodman()
  const port = await freePort([0, 1, 2])
  world = await createWorld({ settings: { GATEWAY_PORTS: `${port}-${port + 2}`, GATEWAY_LINE_PORT: '0' } })
  renter = await world.user()
  await fund(world, renter, '20')
  machine = await listMachine(world)
  const env = { ...podman.env, PATH: `${createSwitch()}:${process.env.PATH}` }
  host = startHost(world.address, machine.token, { driver: 'container', env })
})
afterAll(async () => {
  rmSync(outage(), { force: true })
  await host.close()
  podman.close()
  await world.close()
})

const now = async (): Promise<Rental> => (await renter.call(rentalDetail, { rentalId: rental.id })).rental
const reachesState = (state: Rental['state']) => expect.poll(async () => (await now()).state).toBe(state)
const offerState = async () => (await renter.call(gpuDetail, { id: machine.id })).offer.state
const names = () => podman.run('ps', '--all', '--format', '{{.Names}}')

async function enter(): Promise<SshSession> {
  const access = await now()
  let entered: SshSession | undefined
  await expect
    .poll(async () => {
      entered = await connectSsh(access, key).catch(() => undefined)
      return entered !== undefined
    })
    .toBe(true)
  if (!entered) throw new Error('nobody is in')
  return entered
}

test('a machine is offered once its host has proven that it can make a rental', async () => {
  await expect.poll(offerState).toBe('free')
  await expect.poll(() => host.lines.join('')).toContain('this machine can make rentals')
  expect(names()).toBe('')
})

test('a renter enters the container by SSH', async () => {
  const { id: keyId } = await renter.call(addGpuKey, { name: 'Laptop', key: key.public })
  rental = (await rentAs(renter, machine, { keyIds: [keyId] })).rental
  await reachesState('running')
  inside = await enter()
  const { out } = await inside.run('hostname; id -u; echo kept > /root/note; ls /work 2>&1')
  expect(out).toMatch(/^rental\n0\nls: \/work: No such file/)
  expect(names()).toBe(`idleforge-${rental.id}`)
})

test('a restart by the renter keeps the files', async () => {
  await renter.call(restartGpu, { rentalId: rental.id })
  await inside.closed
  await reachesState('running')
  inside = await enter()
  expect((await inside.run('cat /root/note')).out).toBe('kept\n')
})

test('a host that starts before its engine holds the rental, and lets the renter in again when the engine is there', async () => {
  await host.kill()
  writeFileSync(outage(), '')
  host.start()
  await expect.poll(async () => (await now()).paused).not.toBeNull()
  expect((await now()).state).toBe('running')
  rmSync(outage())
  await expect.poll(async () => (await now()).paused).toBeNull()
  inside = await enter()
  expect((await inside.run('cat /root/note')).out).toBe('kept\n')
}) // biome-ignore format: a title of one line

test('a released rental ends when nothing of it is left, not while its engine is down', async () => {
  writeFileSync(outage(), '')
  await renter.call(releaseGpu, { rentalId: rental.id })
  await inside.closed
  await expect.poll(() => host.lines.join('')).toContain('podman does not answer')
  expect((await now()).state).toBe('stopping')
  expect(await offerState()).toBe('rented')
  rmSync(outage())
  await reachesState('ended')
  // The host may be making a proof by now.
  expect(names()).not.toContain(rental.id)
  expect(podman.run('network', 'ls', '--format', '{{.Name}}')).not.toContain(rental.id)
  await expect.poll(offerState).toBe('free')
  const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
  expect(breaches).toEqual([])
})
