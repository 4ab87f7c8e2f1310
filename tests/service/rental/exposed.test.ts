import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gpuDetail, gpuList, hostedGpus, notifyWhenGpuFree, releaseGpu, rentalDetail } from '#lib/contract/gpu.ts'
import { machineToken, offerMachine, ownMachines } from '#lib/contract/gpu-machines.ts'
import { messageList } from '#lib/contract/messages.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { balanceOfUser, followOrders, fund, listMachine, type Machine, pollAs, rentAs } from '#world/gpu.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Machines whose host reports the `process` driver, which isolates nothing. */

let world: World
let owner: User
let stranger: User
let operate: Operator
let machine: Machine
beforeAll(async () => {
  world = await createWorld()
  owner = await world.user()
  stranger = await world.user()
  operate = createOperator(world)
  for (const user of [owner, stranger]) await fund(world, user, '20')
  machine = await listMachine(world, `--owner ${owner.info.username}`)
})
afterAll(() => world.close())

const unknown = expect.objectContaining({ reason: 'GPU_UNKNOWN' })
const reports = (driver: 'process' | 'container', { token } = machine) => pollAs(world, token, { driver })
const idsFor = async (user: User, filter = {}) =>
  (await user.call(gpuList, { page: 1, ...filter })).records.map(({ id }) => id)
const showsFree = async (user: User) =>
  (await user.call(messageList, { page: 1 })).records.filter(({ title }) => title === 'EPYC 9354 is free').length

/** Each way by which a user could come to a machine. */
const calls: readonly [string, (user: User) => Promise<unknown>][] = [
  ['its page', (user) => user.call(gpuDetail, { id: machine.id })],
  ['renting it', (user) => rentAs(user, machine)],
  ['waiting for it', (user) => user.call(notifyWhenGpuFree, { id: machine.id, on: true })],
]

describe('for everybody but its owner', () => {
  beforeAll(() => reports('process'))

  test.each([{}, { state: 'free' as const }, { region: 'Frankfurt' }, { price: '9' }])('is in no list: %j', async (filter) =>
    expect(await idsFor(stranger, filter)).toEqual([]),
  ) // biome-ignore format: the cases stand in one line

  test('counts in no total and in no choice of a filter', async () =>
    expect(await stranger.call(gpuList, { page: 1 })).toMatchObject({ total: 0, regions: [], counts: [], models: [] }))

  test.each(calls)('is unknown to %s', async (_, call) => {
    await expect(call(stranger)).rejects.toEqual(unknown)
    expect(await balanceOfUser(world, stranger)).toBe('20')
  })

  test('is unknown to everybody where it has no owner', async () => {
    const without = await listMachine(world)
    await reports('process', without)
    for (const user of [owner, stranger]) {
      expect(await idsFor(user)).not.toContain(without.id)
      await expect(rentAs(user, without)).rejects.toEqual(unknown)
    }
    await reports('container', without)
    expect(await idsFor(stranger)).toEqual([without.id])
    await operate(`gpu pause --machine ${without.id}`)
  })
})

describe('for its owner', () => {
  beforeAll(() => reports('process'))

  test('is listed, with the reason why nobody else sees it', async () => {
    expect(await idsFor(owner)).toContain(machine.id)
    expect((await owner.call(gpuDetail, { id: machine.id })).driver).toBe('process')
    expect((await owner.call(hostedGpus, {})).machines).toMatchObject([{ id: machine.id, isExposed: true }])
    expect((await operate('gpu')).out).toMatch(/m-\d+ .*for its owner only: its host runs with --driver process/)
  })

  test('an offered machine shows the reason too', async () => {
    const about = 'A processor in the cellar'
    const { id } = await owner.call(offerMachine, {
      ...{ name: 'Cellar', region: 'Turin', networkMbps: 500, price: '0.75', about, consent: true },
    })
    await operate(`gpu approve --request ${id}`)
    const { token } = await owner.call(machineToken, { id })
    const own = async () => (await owner.call(ownMachines, {})).list[0]?.machine
    await reports('process', { id: '', token })
    expect(await own()).toMatchObject({ state: 'free', isExposed: true })
    expect(await idsFor(stranger, { region: 'Turin' })).toEqual([])
    await reports('container', { id: '', token })
    expect(await own()).toMatchObject({ state: 'free', isExposed: false })
    expect(await idsFor(stranger, { region: 'Turin' })).toHaveLength(1)
  })

  test('is rented, and its host knows that its owner rents it', async () => {
    const { rental } = await rentAs(owner, machine)
    const { body } = await reports('process')
    expect(body.data).toMatchObject({ rentals: [{ id: rental.id, isOwners: true }] })
    await pollAs(world, machine.token, {
      driver: 'process',
      rentals: [{ id: rental.id, state: 'running', restarts: 0 }],
    })
    expect((await owner.call(rentalDetail, { rentalId: rental.id })).rental.state).toBe('running')
    await owner.call(releaseGpu, { rentalId: rental.id })
    await reports('process')
    expect((await owner.call(rentalDetail, { rentalId: rental.id })).rental.state).toBe('ended')
  })
})

describe('a host that is restarted with another driver', () => {
  test.each(['starting', 'running'] as const)('a rental of another user that is %s fails, and its hour is refunded', async (state) => {
    await reports('container')
    const { rental } = await rentAs(stranger, machine)
    expect((await reports('container')).body.data).toMatchObject({ rentals: [{ id: rental.id, isOwners: false }] })
    const rentals = [{ id: rental.id, state: 'running' as const, restarts: 0 }]
    if (state === 'running') await pollAs(world, machine.token, { rentals })
    const { body } = await pollAs(world, machine.token, { driver: 'process', rentals })
    expect(body.data).toMatchObject({ rentals: [] })
    expect((await stranger.call(rentalDetail, { rentalId: rental.id })).rental).toMatchObject({
      state: 'failed',
      reason: 'hostFailed',
    })
    expect(await balanceOfUser(world, stranger)).toBe('20')
    const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
    expect(breaches).toEqual([])
  }) // biome-ignore format: a title of one line

  test('cannot be waited for, also by users who began before', async () => {
    const other = await listMachine(world)
    await reports('container', other)
    await operate(`gpu pause --machine ${other.id}`)
    await stranger.call(notifyWhenGpuFree, { id: other.id, on: true })
    await reports('process', other)
    await stranger.call(notifyWhenGpuFree, { id: other.id, on: false })
    const { db } = world.running.ctx
    expect(await db.selectFrom('gpu_waits').selectAll().where('gpu_id', '=', other.id).execute()).toEqual([])
    await expect(stranger.call(notifyWhenGpuFree, { id: other.id, on: false })).rejects.toEqual(unknown)
  })

  test('notifies waiting users once it has containers again, and not before', async () => {
    await reports('container')
    await operate(`gpu pause --machine ${machine.id}`)
    await stranger.call(notifyWhenGpuFree, { id: machine.id, on: true })
    await reports('process')
    await operate(`gpu resume --machine ${machine.id}`)
    await tendRentals(world.running.ctx)
    expect(await showsFree(stranger)).toBe(0)
    await followOrders(world, machine)
    await tendRentals(world.running.ctx)
    expect(await showsFree(stranger)).toBe(1)
    expect(await idsFor(stranger)).toContain(machine.id)
  })
})
