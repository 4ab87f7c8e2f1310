import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumptionList } from '#lib/contract/balance.ts'
import { extendGpu, hostedGpus, myGpus, releaseGpu, rentalDetail, restartGpu } from '#lib/contract/gpu.ts'
import { messageList } from '#lib/contract/messages.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { settleHosts } from '#service/rental/settle-hosts.ts'
import { balanceOfUser, followOrders, fund, keyOf, type Machine, openMachine, pollAs, rentAs } from '#world/gpu.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let other: User
let host: User
let operate: Operator
let machine: Machine
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  other = await world.user()
  host = await world.user()
  operate = createOperator(world)
  machine = await openMachine(world, `--owner ${host.email}`)
  await tend()
})
afterAll(() => world.close())

const tend = () => tendRentals(world.running.ctx)
/** Advances the clock by minutes; in each the hosts report and the job runs. */
async function pass(minutes: number, ...hosts: Machine[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance(60)
    for (const one of hosts) await followOrders(world, one)
    await tend()
  }
}
const titles = async () => (await user.call(messageList, { page: 1, size: 100 })).records.map(({ title }) => title)
const detail = (rentalId: string) => user.call(rentalDetail, { rentalId })
const stateOf = async (rentalId: string) => (await detail(rentalId)).rental.state
const refused = (reason: string, data?: object) =>
  expect.objectContaining({ reason, ...(data && { data: expect.objectContaining(data) }) })

describe('a rental', () => {
  let id: string
  test('takes its first hour at once, and nothing when it cannot be paid', async () => {
    await expect(rentAs(user, machine)).rejects.toEqual(refused('BALANCE_SHORT', { balance: '0', amount: '0.5' }))
    await fund(world, user, '2.2')
    const requestId = randomUUID()
    const shown = await rentAs(user, machine, { requestId, price: '0.5' })
    id = shown.rental.id
    expect(shown).toMatchObject({
      balance: '1.7',
      hoursLeft: 3,
      rental: { state: 'starting', paid: '0.5', access: null },
    })
    expect((await rentAs(user, machine, { requestId })).rental.id).toBe(id)
    await expect(rentAs(user, machine, { requestId, hours: 3 })).rejects.toEqual(refused('REQUEST_REUSED'))
    await expect(rentAs(user, machine)).rejects.toEqual(refused('GPU_TAKEN'))
  })

  test('is given to its host, which learns nothing about its user', async () => {
    const { body } = await pollAs(world, machine.token)
    const [line] = await world.query<{ line: string }>(
      `select type || ' ' || base64 as line from gpu_keys where id = $1`,
      [await keyOf(user)],
    )
    const order = {
      id,
      image: 'plain',
      keys: [line?.line],
      restarts: 0,
      createdAt: Math.floor(world.clock.now() / 1000),
    }
    expect(body.data).toMatchObject({ pollSeconds: 2, rentals: [order] })
    expect(JSON.stringify(body)).not.toContain(user.info.id)
  })

  test('runs once its host says so, and its first hour begins then', async () => {
    await pass(2)
    await followOrders(world, machine)
    const { rental, events } = await detail(id)
    expect(rental).toMatchObject({ state: 'running', hoursCharged: 1, paidUntil: world.clock.now() / 1000 + 3600 })
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'rented'])
    expect(await titles()).toContain('EPYC 9354 is ready')
  })

  test('is notified by one mail, without a second alert', async () => {
    await dispatchAlerts(world.running.ctx)
    const alerts = `select data from pgboss.job where name = 'alert' and data ->> 'kind' = 'rentalStarted'`
    expect(await world.query(alerts)).toEqual([])
    const letters = () =>
      world.letters.filter(({ to, subject }) => to === user.email && subject === 'EPYC 9354 is ready')
    await expect.poll(letters).toHaveLength(1)
  })

  test('is charged as each hour begins, however often the job runs', async () => {
    await pass(59, machine)
    expect((await detail(id)).rental.paid).toBe('0.5')
    await pass(1, machine)
    await Promise.all([tend(), tend(), tend()])
    expect(await detail(id)).toMatchObject({ balance: '1.2', rental: { paid: '1', hoursCharged: 2 } })
    expect((await detail(id)).load.length).toBeGreaterThan(50)
  })

  test('warns at 6 hours and at 1, each once', async () => {
    expect((await titles()).filter((title) => title.includes('less than 6 h'))).toHaveLength(1)
    await pass(120, machine)
    expect(await balanceOfUser(world, user)).toBe('0.2')
    expect((await titles()).filter((title) => title.includes('less than 1 h'))).toHaveLength(1)
    expect((await titles()).filter((title) => title.includes('covers less'))).toHaveLength(2)
  })

  test('stops when the next hour cannot be paid, never below zero, with a notification', async () => {
    await pass(59, machine)
    expect(await stateOf(id)).toBe('running')
    world.clock.advance(60)
    await pollAs(world, machine.token, { rentals: [{ id, state: 'running', restarts: 0 }] })
    await tend()
    expect(await detail(id)).toMatchObject({
      balance: '0.2',
      rental: { state: 'stopping', reason: 'balance', paid: '2' },
    })
    expect(await titles()).toContain('EPYC 9354 was stopped: your balance is used up')
    const { body } = await pollAs(world, machine.token, { rentals: [{ id, state: 'stopping', restarts: 0 }] })
    expect(body.data).toMatchObject({ rentals: [], pollSeconds: 2 })
    expect(await stateOf(id)).toBe('stopping')
    await pollAs(world, machine.token)
    expect(await stateOf(id)).toBe('ended')
    await pass(90, machine)
    expect((await detail(id)).rental.paid).toBe('2')
  })

  test('is in the consumption, hour by hour, with its machine', async () => {
    const { records, total } = await user.call(consumptionList, { page: 1 })
    const hours = records.filter(({ kind }) => kind === 'rental')
    const rental = { id, model: 'EPYC 9354', count: 0 }
    expect(hours.map((one) => one.rental)).toEqual([rental, rental, rental, rental])
    expect(total).toBe(5)
  })

  test('of another user and a missing one give the same answer', async () => {
    for (const rentalId of [id, 'none']) {
      for (const act of [rentalDetail, releaseGpu, restartGpu])
        await expect(other.call(act, { rentalId })).rejects.toEqual(refused('RENTAL_UNKNOWN'))
      await expect(other.call(extendGpu, { rentalId, hours: 2 })).rejects.toEqual(refused('RENTAL_UNKNOWN'))
    }
    expect((await other.call(myGpus, { page: 1 })).total).toBe(0)
  })
})

describe('actions of a user', () => {
  test('a rental ends with its term, which can be extended up to the maximum', async () => {
    await fund(world, user, '10')
    const { rental } = await rentAs(user, machine, { hours: 1 })
    await followOrders(world, machine)
    await expect(user.call(extendGpu, { rentalId: rental.id, hours: 721 })).rejects.toEqual(
      refused('GPU_TOO_LONG', { most: 720 }),
    )
    await user.call(extendGpu, { rentalId: rental.id, hours: 2 })
    await pass(61, machine)
    await expect(user.call(extendGpu, { rentalId: rental.id, hours: 1 })).rejects.toEqual(
      refused('GPU_TOO_SHORT', { least: 2 }),
    )
    await pass(60, machine)
    expect((await detail(rental.id)).rental).toMatchObject({ state: 'ended', reason: 'term', paid: '1' })
    await expect(user.call(extendGpu, { rentalId: rental.id, hours: 5 })).rejects.toEqual(refused('RENTAL_OVER'))
  })

  test('a released rental costs nothing more, and nothing at all before it runs', async () => {
    const before = await balanceOfUser(world, user)
    const first = await rentAs(user, machine)
    const { rental } = await user.call(releaseGpu, { rentalId: first.rental.id })
    expect(rental).toMatchObject({ state: 'stopping', reason: 'released', paid: '0' })
    await user.call(releaseGpu, { rentalId: first.rental.id })
    expect(await balanceOfUser(world, user)).toBe(before)
    await followOrders(world, machine)
    const second = await rentAs(user, machine)
    await followOrders(world, machine)
    await pass(30, machine)
    await user.call(releaseGpu, { rentalId: second.rental.id })
    await followOrders(world, machine)
    await pass(90, machine)
    expect((await detail(second.rental.id)).rental).toMatchObject({ state: 'ended', paid: '0.5' })
  })

  test('a restart is sent to the host', async () => {
    const { rental } = await rentAs(user, machine)
    await followOrders(world, machine)
    await user.call(restartGpu, { rentalId: rental.id })
    const { body } = await pollAs(world, machine.token, { rentals: [{ id: rental.id, state: 'running', restarts: 0 }] })
    expect(body.data).toMatchObject({ rentals: [{ restarts: 1 }] })
    await user.call(releaseGpu, { rentalId: rental.id })
    await followOrders(world, machine)
  })

  test.each([
    ['another price', { price: '0.4' }, refused('GPU_PRICE_CHANGED', { price: '0.5' })],
    ['too long', { hours: 721 }, refused('GPU_TOO_LONG', { most: 720 })],
    ['an image that it has not', { image: 'pytorch' as const }, refused('GPU_IMAGE_UNKNOWN')],
    ['a key of nobody', { keyIds: ['none'] }, refused('KEY_UNKNOWN')],
    ['no such machine', { id: 'none' }, refused('GPU_UNKNOWN')],
  ])('nothing is rented with %s', async (_, parts, refusal) => {
    const before = await balanceOfUser(world, user)
    await expect(rentAs(user, machine, parts)).rejects.toEqual(refusal)
    await expect(rentAs(user, machine, { keyIds: [await keyOf(other)] })).rejects.toEqual(refused('KEY_UNKNOWN'))
    expect(await balanceOfUser(world, user)).toBe(before)
  })

  test('a machine that is paused or silent is not rented', async () => {
    await operate(`gpu pause --machine ${machine.id}`)
    await expect(rentAs(user, machine)).rejects.toEqual(refused('GPU_PAUSED'))
    await operate(`gpu resume --machine ${machine.id}`)
    world.clock.advance(200)
    await expect(rentAs(user, machine)).rejects.toEqual(refused('GPU_OFFLINE'))
  })
})

describe('a host that fails', () => {
  const begin = async () => {
    await followOrders(world, machine)
    await pass(3, machine)
    const { rental } = await rentAs(user, machine)
    return rental.id
  }

  test('and is silent for 3 minutes makes its hour free, and the one after it', async () => {
    const before = await balanceOfUser(world, user)
    const id = await begin()
    await followOrders(world, machine)
    await pass(119, machine)
    await pass(2)
    expect((await detail(id)).rental).toMatchObject({ state: 'running', paid: '1.5' })
    await pass(2)
    expect((await detail(id)).rental).toMatchObject({ state: 'failed', reason: 'hostGone', paid: '0.5' })
    expect(Number(before) - Number(await balanceOfUser(world, user))).toBeCloseTo(0.5)
    expect(await titles()).toContain('EPYC 9354 went offline: the hour is free')
    await pass(300)
    expect((await detail(id)).rental.paid).toBe('0.5')
  })

  test('and does not start it in 5 minutes, or cannot, gets nothing charged', async () => {
    const before = await balanceOfUser(world, user)
    const first = await begin()
    for (let minute = 0; minute < 5; minute += 1) {
      world.clock.advance(60)
      await pollAs(world, machine.token, { rentals: [{ id: first, state: 'starting', restarts: 0 }] })
      await tend()
    }
    expect((await detail(first)).rental).toMatchObject({ state: 'failed', reason: 'startTimeout', paid: '0' })
    const second = await begin()
    await pollAs(world, machine.token, { rentals: [{ id: second, state: 'failed', restarts: 0 }] })
    expect((await detail(second)).rental).toMatchObject({ state: 'failed', reason: 'hostFailed', paid: '0' })
    expect(await balanceOfUser(world, user)).toBe(before)
  })

  test('and was silent while no node was running does not count as silent', async () => {
    const id = await begin()
    await followOrders(world, machine)
    world.clock.advance(1800)
    await tend()
    await tend()
    expect(await stateOf(id)).toBe('running')
    await followOrders(world, machine)
    await pass(10, machine)
    expect(await stateOf(id)).toBe('running')
    await user.call(releaseGpu, { rentalId: id })
    await pass(4)
    expect(await stateOf(id)).toBe('ended')
  })
})

describe('the operator and the host', () => {
  test('ends a rental and refunds hours, with the reason in the message and in the audit', async () => {
    await followOrders(world, machine)
    const { rental } = await rentAs(user, machine)
    await followOrders(world, machine)
    await pass(125, machine)
    const before = Number(await balanceOfUser(world, user))
    expect((await operate(`gpu refund --rental ${rental.id} --hours 2 --reason "The disk was slow."`)).out).toContain(
      '1 USDT',
    )
    expect(Number(await balanceOfUser(world, user))).toBeCloseTo(before + 1)
    expect((await operate(`gpu refund --rental ${rental.id} --hours 2 --reason Again`)).code).not.toBe(0)
    expect((await operate(`gpu end --rental ${rental.id} --reason "The machine is moved."`)).code).toBe(0)
    expect(await stateOf(rental.id)).toBe('stopping')
    expect((await operate(`gpu end --rental ${rental.id} --reason Twice`)).err).toContain('already stopping')
    expect(await titles()).toContain('We ended your rental of EPYC 9354')
    expect((await operate('audit')).out).toContain('The machine is moved.')
    expect((await operate('gpu rentals')).out).toContain(rental.id)
    await followOrders(world, machine)
  })

  test('lists and prices machines; invalid input is refused', async () => {
    expect((await operate('gpu')).out).toContain(machine.id)
    expect((await operate(`gpu price --machine ${machine.id} --price 0.75`)).code).toBe(0)
    for (const line of [
      'gpu add',
      `gpu price --machine ${machine.id} --price 0`,
      'gpu price --machine none --price 1',
      'gpu dance',
    ])
      expect((await operate(line)).code, line).not.toBe(0)
  })

  test('a host is paid its share of each day once, to the unit', async () => {
    world.clock.advance(86_400)
    const [due] = await world.query<{ amount: bigint; hours: number }>(
      'select sum(amount) as amount, count(*)::int as hours from gpu_rental_hours where returned_at is null',
    )
    const { machines: before } = await host.call(hostedGpus, {})
    expect(before[0]).toMatchObject({ hours: 0, earned: '0', openHours: due?.hours })
    expect(await Promise.all([settleHosts(world.running.ctx), settleHosts(world.running.ctx)])).toContain(0)
    const { machines, days, open } = await host.call(hostedGpus, {})
    const earned = Number(due?.amount ?? 0n) * 0.7
    expect(Number(machines[0]?.earned) * 1e6).toBeCloseTo(earned, 5)
    expect(before[0]?.open).toBe(machines[0]?.earned)
    expect([machines[0]?.hours, machines[0]?.openHours, machines[0]?.open, open]).toEqual([due?.hours, 0, '0', '0'])
    expect(days.length).toBeGreaterThan(0)
    const [held] = await world.query<{ balance: bigint }>(
      `select balance from ledger_accounts where owner = $1 and coin = 'USDT' and kind = 'available'`,
      [host.info.id],
    )
    expect(Number(held?.balance)).toBeCloseTo(earned, 5)
  })
})

test('warns at 24 hours too, once until the balance has been above it again', async () => {
  const renter = await world.user()
  const one = await openMachine(world)
  const warnings = async () =>
    (await renter.call(messageList, { page: 1, size: 100 })).records.filter(({ title }) => title.includes('24 h'))
  await fund(world, renter, '12.4')
  await tend()
  await rentAs(renter, one)
  await pass(3, one)
  expect(await warnings()).toHaveLength(1)
  await pass(3, one)
  expect(await warnings()).toHaveLength(1)
  await fund(world, renter, '5')
  await pass(1, one)
  // The balance was sufficient in between, so the next warning is sent again.
  expect(await warnings()).toHaveLength(1)
  expect(await balanceOfUser(world, renter)).toBe('16.9')
})

describe('machines that are released before they are ready', () => {
  test('can be released unused three times a day, then only one at a time, and none of them again', async () => {
    const renter = await world.user()
    await fund(world, renter, '10')
    const [second, third] = [await openMachine(world), await openMachine(world)]
    for (let count = 0; count < 3; count += 1) {
      await followOrders(world, machine)
      const { rental } = await rentAs(renter, machine)
      await renter.call(releaseGpu, { rentalId: rental.id })
    }
    const until = minuteFrom(world.clock.now() + 86_400_000)
    await followOrders(world, machine)
    await expect(rentAs(renter, machine)).rejects.toEqual(refused('GPU_RELEASED_UNUSED', { until }))
    const { rental } = await rentAs(renter, second)
    await expect(rentAs(renter, third)).rejects.toEqual(refused('ONE_RENTAL_AT_A_TIME', { until }))
    // A rental that has run was paid, so it does not count as unused.
    await followOrders(world, second)
    await renter.call(releaseGpu, { rentalId: rental.id })
    await followOrders(world, second)
    await renter.call(releaseGpu, { rentalId: (await rentAs(renter, second)).rental.id })
    await followOrders(world, second)
    await expect(rentAs(renter, second)).rejects.toEqual(refused('GPU_RELEASED_UNUSED'))
    // Other users are not restricted.
    const { rental: others } = await rentAs(user, second)
    await user.call(releaseGpu, { rentalId: others.id })
    await followOrders(world, second)
    world.clock.advance(86_400)
    await tend()
    for (const one of [machine, second, third]) await followOrders(world, one)
    for (const one of [machine, second, third])
      await renter.call(releaseGpu, { rentalId: (await rentAs(renter, one)).rental.id })
    for (const one of [machine, second, third]) await followOrders(world, one)
  })
})
