import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGpuKey, gpuList, myGpus, type Rental, releaseGpu, rentalDetail, restartGpu } from '#lib/contract/gpu.ts'
import { hasSpaces } from '#service/programs/host/rental-space.ts'
import { isRenterId, processesOf } from '#service/programs/host/renter-ids.ts'
import { fund, listMachine, type Machine, rentAs } from '#world/gpu.ts'
import { connectSsh, type Host, newKeyPair, type SshSession, startHost } from '#world/host.ts'
import { freePort } from '#world/ports.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let machine: Machine
let host: Host
const key = newKeyPair()
let keyId: string
let rental: Rental
let inside: SshSession
let folder: string

beforeAll(async () => {
  const port = await freePort([0, 1, 2])
  world = await createWorld({ settings: { GATEWAY_PORTS: `${port}-${port + 2}`, GATEWAY_LINE_PORT: '0' } })
  user = await world.user()
  await fund(world, user, '20')
  keyId = (await user.call(addGpuKey, { name: 'Laptop', key: key.public })).id
  // Without containers only its owner may rent it.
  machine = await listMachine(world, `--owner ${user.info.username}`)
  host = startHost(world.address, machine.token)
})
afterAll(async () => {
  await host.close()
  await world.close()
})

const now = async (): Promise<Rental> => (await user.call(rentalDetail, { rentalId: rental.id })).rental
const reachesState = (state: Rental['state']) => expect.poll(async () => (await now()).state).toBe(state)
/** Connects as soon as the gateway's port is open and the host has a line. */
async function enterSoon(pair = key): Promise<SshSession> {
  const access = await now()
  let entered: SshSession | undefined
  await expect
    .poll(async () => {
      entered = await connectSsh(access, pair).catch(() => undefined)
      return entered !== undefined
    })
    .toBe(true)
  if (!entered) throw new Error('nobody is in')
  return entered
}
const isOpen = ({ access }: Pick<Rental, 'access'>) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(access?.port ?? 0, access?.host ?? '')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })

test('a rental is entered by SSH with its user’s key, and shows the key that the page names', async () => {
  await expect.poll(async () => (await user.call(gpuList, { page: 1 })).records[0]?.state).toBe('free')
  rental = (await rentAs(user, machine, { keyIds: [keyId] })).rental
  await reachesState('running')
  inside = await enterSoon()
  expect(inside.hostKey).toBe((await now()).access?.hostKey)
  const { out } = await inside.run('pwd; id -u; echo kept > note; cat note')
  const [place = '', uid] = out.split('\n')
  folder = place
  expect(out).toContain('kept')
  expect(folder).toContain(rental.id)
  if (process.getuid?.() === 0) expect(isRenterId(Number(uid))).toBe(true)
})

test('nobody enters with another key, a password, or none', async () => {
  await expect(connectSsh(await now(), newKeyPair())).rejects.toThrow()
})

test('an exit code, an error and a terminal come through; files of others stay out of reach', async () => {
  expect((await inside.run('exit 7')).code).toBe(7)
  expect((await inside.run('no-such-program')).code).toBe(127)
  if (process.getuid?.() !== 0) return
  expect((await inside.run(`cat ${host.dataDir}/host-key`)).out).toMatch(/denied|No such file/)
  expect((await inside.run(`kill -9 ${process.pid}`)).code).not.toBe(0)
})

test.runIf(process.getuid?.() === 0 && hasSpaces())('its temporary folders are its own', async () => {
  const places = ['/tmp', '/var/tmp', '/dev/shm'].map((place) => `${place}/left-${rental.id}`)
  expect((await inside.run(`touch ${places.join(' ')} && ls ${places.join(' ')} | wc -l`)).out.trim()).toBe('3')
  expect(places.filter((place) => existsSync(place))).toEqual([])
})

test.runIf(process.getuid?.() === 0)('rentals beside each other have users of their own, out of reach of each other', async () => {
  const second = await listMachine(world, `--owner ${user.info.username}`)
  // Measuring takes all processors for seconds, and the first machine has done it.
  await world.query('update gpus set benchmark_at = $2 where id = $1', [second.id, new Date(world.clock.now())])
  const beside = startHost(world.address, second.token)
  const first = rental
  try {
    await expect
      .poll(async () => (await user.call(gpuList, { page: 1 })).records.find(({ id }) => id === second.id)?.state)
      .toBe('free')
    rental = (await rentAs(user, second, { keyIds: [keyId] })).rental
    await reachesState('running')
    const other = await enterSoon()
    const [mine, others] = await Promise.all([inside, other].map(async ({ run }) => Number((await run('id -u')).out)))
    expect(others).not.toBe(mine)
    // Ends with the restart that follows.
    void inside.run('exec sleep 1000')
    await expect.poll(() => processesOf(mine ?? 0)).not.toEqual([])
    const [sleeper = 0] = processesOf(mine ?? 0)
    for (const command of [`ls ${folder}`, `cat /tmp/left-${first.id}`, `cat ${folder}/note`, `cat /proc/${sleeper}/environ`, `kill -9 ${sleeper}`])
      expect((await other.run(command)).code, command).not.toBe(0)
    await user.call(releaseGpu, { rentalId: rental.id })
    await other.closed
    await reachesState('ended')
    expect(processesOf(others ?? 0)).toEqual([])
    expect(processesOf(mine ?? 0)).toContain(sleeper)
  } finally {
    rental = first
    await beside.close()
  }
}) // biome-ignore format: a title of one line

test('a restart closes the connection, and written files stay', async () => {
  await user.call(restartGpu, { rentalId: rental.id })
  await inside.closed
  inside = await enterSoon()
  expect((await inside.run('cat note')).out).toBe('kept\n')
})

test('a host that is restarted continues the rental', async () => {
  await host.kill()
  await inside.closed
  host.start()
  inside = await enterSoon()
  expect((await inside.run('cat note')).out).toBe('kept\n')
})

test('a service that is restarted continues the rental', async () => {
  await world.restart()
  inside = await enterSoon()
  expect((await inside.run('cat note')).out).toBe('kept\n')
})

test('a release closes connection and port, ends the processes and deletes the folder', async () => {
  const access = await now()
  await inside.run('nohup setsid sleep 1000 > /dev/null 2>&1 & echo $! > pid; sleep 0.1')
  expect(existsSync(folder)).toBe(true)
  await user.call(releaseGpu, { rentalId: rental.id })
  await inside.closed
  await reachesState('ended')
  expect(existsSync(folder)).toBe(false)
  await expect.poll(() => isOpen(access)).toBe(false)
  expect((await user.call(myGpus, { page: 1 })).records[0]).toMatchObject({ state: 'ended', paid: '0.5' })
})

test('host, service and gateway that stop while it starts or stops continue from there', async () => {
  await host.kill()
  rental = (await rentAs(user, machine, { keyIds: [keyId] })).rental
  await world.restart()
  expect((await now()).state).toBe('starting')
  host.start()
  await reachesState('running')
  inside = await enterSoon()
  folder = (await inside.run('pwd')).out.trim()
  await host.kill()
  await user.call(releaseGpu, { rentalId: rental.id })
  await world.restart()
  expect((await now()).state).toBe('stopping')
  // Nobody has wiped it yet.
  expect(existsSync(folder)).toBe(true)
  host.start()
  await reachesState('ended')
  expect(existsSync(folder)).toBe(false)
  expect((await now()).paid).toBe('0.5')
})

test('a line without the token is closed', async () => {
  const [row] = await world.query<{ address: string }>('select address from gpu_gateways')
  const [name = '', port] = row?.address.split(':') ?? []
  const answer = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(Number(port), name)
    socket.on('data', (chunk) => {
      received += chunk
      socket.write(`${machine.id} ${'0'.repeat(64)}\n`)
    })
    socket.on('close', () => resolve(received))
    socket.on('error', () => resolve(received))
  })
  expect(answer).toMatch(/^idleforge-gateway 1 [0-9a-f]{64}\n$/)
})
