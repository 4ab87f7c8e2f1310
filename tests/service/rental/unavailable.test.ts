import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gpuDetail, hostedGpus, type Rental, releaseGpu, rentalDetail } from '#lib/contract/gpu.ts'
import { messageList } from '#lib/contract/messages.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { settleHosts } from '#service/rental/settle-hosts.ts'
import { balanceOfUser, fund, listMachine, type Machine, pollAs, rentAs } from '#world/gpu.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Machines that cannot reach their rentals, or can take none. */

let world: World
let owner: User
let operate: Operator
beforeAll(async () => {
  world = await createWorld()
  owner = await world.user()
  operate = createOperator(world)
})
afterAll(() => world.close())

type HeldState = 'running' | 'unavailable' | 'failed'

/** A user with 20 USDT who rents a machine of 0.5 USDT an hour, which runs. */
async function rented() {
  const renter = await world.user()
  await fund(world, renter, '20')
  const machine = await listMachine(world, `--owner ${owner.info.username}`)
  await pollAs(world, machine.token)
  const { rental } = await rentAs(renter, machine)
  const report = (state: HeldState) =>
    pollAs(world, machine.token, { rentals: [{ id: rental.id, state, restarts: 0 }] })
  await report('running')
  return {
    ...{ renter, machine, report },
    now: async (): Promise<Rental> => (await renter.call(rentalDetail, { rentalId: rental.id })).rental,
    events: async () =>
      (await renter.call(rentalDetail, { rentalId: rental.id })).events.map(({ kind }) => kind).reverse(),
    release: () => renter.call(releaseGpu, { rentalId: rental.id }),
    balance: () => balanceOfUser(world, renter),
    /** Lets minutes pass in which the host reports this state. */
    async pass(minutes: number, state: HeldState) {
      // A longer silence of the host, or of the job, would count.
      for (let left = minutes; left > 0; left -= 2) {
        world.clock.advance(60 * Math.min(2, left))
        await report(state)
        await tendRentals(world.running.ctx)
      }
    },
  }
}

const expectMoneyRight = async () =>
  expect((await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())).breaches).toEqual([])

describe('a running rental that its machine cannot reach', () => {
  test('is shown to its user, is not charged, and goes on with the rest of its hour', async () => {
    const of = await rented()
    await of.pass(40, 'running')
    await of.report('unavailable')
    const since = Math.floor(world.clock.now() / 1000)
    expect((await of.now()).paused).toEqual({ since, cause: 'unreachable' })
    await of.pass(150, 'unavailable')
    expect([(await of.now()).hoursCharged, await of.balance()]).toEqual([1, '19.5'])
    await expectMoneyRight()
    await of.report('running')
    expect((await of.now()).paused).toBeNull()
    await of.pass(19, 'running')
    expect((await of.now()).hoursCharged).toBe(1)
    await of.pass(1, 'running')
    expect([(await of.now()).hoursCharged, await of.balance()]).toEqual([2, '19'])
    // A second time, in the second hour.
    await of.report('unavailable')
    await of.pass(10, 'unavailable')
    await of.report('running')
    await of.pass(59, 'running')
    expect((await of.now()).hoursCharged).toBe(2)
    await of.pass(1, 'running')
    expect((await of.now()).hoursCharged).toBe(3)
    expect(await of.events()).toEqual([
      'rented', 'started', 'unavailable', 'available', 'hour', 'unavailable', 'available', 'hour',
    ]) // biome-ignore format: a list of words reads better in rows
    await expectMoneyRight()
    await of.release()
  })

  test.each([
    ['2 minutes costs its hour', 2, '19.5'],
    ['3 minutes gets its hour back', 3, '20'],
  ])('and is released after %s', async (_, minutes, balance) => {
    const of = await rented()
    await of.pass(10, 'running')
    await of.report('unavailable')
    await of.pass(minutes, 'unavailable')
    await of.release()
    expect([await of.balance(), (await of.now()).paused]).toEqual([balance, null])
    await expectMoneyRight()
  })

  test.each([
    ['is lost there', 'failed' as const],
    ['goes silent with its host', undefined],
  ])('and %s gets back the hour in which it was reached last', async (_, state) => {
    const of = await rented()
    await of.pass(70, 'running')
    expect(await of.balance()).toBe('19')
    await of.report('unavailable')
    await of.pass(100, 'unavailable')
    if (state) await of.report(state)
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60)
      await tendRentals(world.running.ctx)
    }
    expect([(await of.now()).state, await of.balance()]).toEqual(['failed', '19.5'])
    await expectMoneyRight()
  })

  test('an hour is not settled with the owner before it is over', async () => {
    const of = await rented()
    await of.pass(20, 'running')
    await of.report('unavailable')
    world.clock.advance(48 * 3600)
    await of.report('unavailable')
    const settled = async () =>
      (await world.query<{ day: string | null }>(
        `select settled_day::text as day from gpu_rental_hours join gpu_rentals on id = rental_id where gpu_id = $1`,
        [of.machine.id],
      ))[0]?.day // biome-ignore format: a query of one line
    await settleHosts(world.running.ctx)
    expect(await settled()).toBeNull()
    await of.report('running')
    await of.release()
    await settleHosts(world.running.ctx)
    expect(await settled()).not.toBeNull()
    await expectMoneyRight()
  })
})

describe('a machine whose host can take no rental', () => {
  let renter: User
  let machine: Machine
  beforeAll(async () => {
    renter = await world.user()
    await fund(world, renter, '20')
    machine = await listMachine(world, `--owner ${owner.info.username}`)
  })
  type Kind = 'engine' | 'wiping' | 'proving' | 'failed'
  const says = (kind: Kind | undefined, reason = '') => {
    world.clock.advance(5)
    return pollAs(world, machine.token, { trouble: kind ? { kind, reason } : null })
  }
  const state = async () => (await renter.call(gpuDetail, { id: machine.id })).offer.state
  const ofOwner = async () =>
    (await owner.call(hostedGpus, {})).machines.find(({ id }) => id === machine.id)?.trouble ?? null
  const messages = async () =>
    (await owner.call(messageList, { page: 1 })).records.filter(({ title }) => title.includes(machine.id))

  test.each([
    ['engine', /its container engine does not answer/],
    ['wiping', /an earlier rental is not wiped yet/],
    ['proving', /is proving that it can make a rental/],
    ['failed', /failed to make or wipe a rental: no space left/],
  ] as const)('is not offered, and its owner and operators see why: %s', async (kind, text) => {
    const reason = kind === 'failed' ? 'no space left' : ''
    await says(kind, reason)
    expect(await state()).toBe('unready')
    await expect(rentAs(renter, machine)).rejects.toEqual(expect.objectContaining({ reason: 'GPU_UNREADY' }))
    expect(await balanceOfUser(world, renter)).toBe('20')
    expect(await ofOwner()).toEqual({ kind, reason })
    expect((await operate('gpu')).out).toMatch(text)
    await says(undefined)
    expect([await state(), await ofOwner()]).toEqual(['free', null])
  })

  test('notifies its owner once each time it has failed, with the reason', async () => {
    const before = (await messages()).length
    for (let times = 0; times < 3; times += 1) await says('failed', 'no space left on device')
    const now = await messages()
    expect(now).toHaveLength(before + 1)
    expect(now[0]?.content).toContain('no space left on device')
    await says(undefined)
    await says('failed', 'again')
    expect(await messages()).toHaveLength(before + 2)
    await says(undefined)
  })

  test('notifies its owner once also where two nodes receive reports at once', async () => {
    const before = (await messages()).length
    await Promise.all([1, 2, 3, 4].map(() => says('failed', 'at once')))
    expect(await messages()).toHaveLength(before + 1)
  })
})
