import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pointList, pointRateRead, pointStatistics, pointsOverview } from '#lib/contract/points.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { type Award, awardPoints } from '#service/rewards/points/award.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { createRandom } from '#world/random.ts'
import type { User } from '#world/visitor.ts'
import { checksWithout } from '#world/world.ts'

// Points of friends stand here without their invitations.
const checks = checksWithout('V21a', 'V21b')
let mine: MiningWorld
let user: User
let operate: Operator

beforeEach(async () => {
  mine = await openMiningWorld({}, { checks })
  user = mine.user
  operate = createOperator(mine.world)
  // A share of 4,096 hashes brings 4 points, and what is left of it.
  await mine.world.query(`update point_rates set per_tera = 1000000000`)
})
afterEach(() => mine.world.close())

const overview = (of = user) => of.call(pointsOverview, {})
const list = async (filter = {}, of = user) => (await of.call(pointList, { page: 1, ...filter })).records
const breaches = async () =>
  (await verifyMoney(mine.world.running.ctx.db, checks, mine.world.clock.now())).breaches.map(({ id }) => id)

let numbers = 0
const task = (parts: Partial<Award> = {}): Award => {
  numbers += 1
  const why = { kind: 'task', values: { title: `Task ${numbers}`, titleZh: `任务 ${numbers}` } } as const
  // A task of these tests has no entry, so these stand for what friends bring.
  return { userId: user.info.id, source: 'referral', amount: 10n, operation: `test/${numbers}`, why, ...parts }
}
const award = (...awards: Award[]) =>
  mine.world.running.ctx.db.transaction().execute((db) => awardPoints(db, awards, mine.world.clock.now()))

describe('points of mining', () => {
  test('come with the settlement of their day, for verified work, rounded down, with their reason', async () => {
    expect(await overview()).toMatchObject({ total: '0', rate: { points: '1000000000' }, miningToday: '0' })
    const visitor = await fetch(`${mine.world.address}/api${pointRateRead.path}`)
    expect(await visitor.json()).toEqual({ points: '1000000000' })
    await mine.mined(2)
    expect(await overview()).toMatchObject({ total: '0', miningToday: '8', settling: '0', today: '0' })
    mine.at('2026-03-11T03:59:00Z')
    expect(await overview()).toMatchObject({ total: '0', miningToday: '0', settling: '8' })
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    await mine.settle()
    expect(await overview()).toMatchObject({
      total: '8',
      settling: '0',
      today: '0',
      sources: { mining: '8', task: '0' },
    })
    expect(await list()).toEqual([
      expect.objectContaining({
        time: Date.parse('2026-03-11T04:00:00Z') / 1000,
        day: '2026-03-10',
        source: 'mining',
        amount: '8',
        why: { kind: 'mined', values: { day: '2026-03-10' } },
      }),
    ])
  })

  test('are the same when five settle at once, and a day with missing ones is settled again for those', async () => {
    await mine.mined(3)
    mine.at('2026-03-11T04:00:00Z')
    await mine.world.warmUp()
    await Promise.all(Array.from({ length: 5 }, () => mine.settle()))
    expect(await overview()).toMatchObject({ total: '12' })
    await mine.world.query('update device_hours set work = work + 4096')
    expect(await breaches()).toEqual(['V18a', 'V26'])
    await operate('settlements 2026-03-10 --again')
    await mine.settle()
    expect(await overview()).toMatchObject({ total: '16', sources: { mining: '16' } })
    expect((await list()).map(({ amount }) => amount)).toEqual(['4', '12'])
  })

  test('follow the rate of their day, which an operator sets for days to come', async () => {
    expect((await operate('points --amount 2000000000')).err).toContain('--amount takes a whole number')
    expect((await operate('points --from 2026-03-12')).code).toBe(2)
    expect((await operate('points --amount 5 --from 2026-03-09')).err).toContain('2026-03-09 is over')
    const set = await operate('points --amount 500000000 --from 2026-03-11')
    expect(set).toMatchObject({
      code: 0,
      questions: ['Give 500000000 points for 10^12 hashes of verified work from 2026-03-11 on?'],
    })
    await mine.mined(1)
    mine.at('2026-03-11T12:00:00Z')
    expect(await overview()).toMatchObject({ rate: { points: '500000000', from: '2026-03-11' } })
    await mine.mined(1)
    mine.at('2026-03-12T04:00:00Z')
    await mine.settle()
    expect((await list()).map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-03-11', '2'],
      ['2026-03-10', '4'],
    ])
    expect((await operate('points')).out).toMatch(/^2026-03-11 +500000000$/m)
  })
})

describe('an award', () => {
  test('is made once by its operation key, with its row, however often it is repeated', async () => {
    const one = task()
    await mine.world.warmUp()
    const written = await Promise.all(Array.from({ length: 20 }, () => award(one)))
    expect(written.filter((operations) => operations.size === 1)).toHaveLength(1)
    expect(await overview()).toMatchObject({ total: '10', today: '10', sources: { referral: '10' } })
    expect(await list()).toHaveLength(1)
  })

  test('is not made when the transaction that it belongs to fails', async () => {
    const { db } = mine.world.running.ctx
    const failed = db.transaction().execute(async (transaction) => {
      await awardPoints(transaction, [task()], mine.world.clock.now())
      throw new Error('cut')
    })
    await expect(failed).rejects.toThrow('cut')
    expect(await overview()).toMatchObject({ total: '0' })
    expect(await list()).toEqual([])
  })

  test('is taken back by another one, and never more than there is', async () => {
    const why = { kind: 'taken-back', values: { account: 'y***@example.test', reason: 'one machine' } } as const
    await award(task({ amount: 30n }))
    await award(task({ amount: -20n, why }))
    await expect(award(task({ amount: -11n, why }))).rejects.toThrow('holds too little')
    expect(await overview()).toMatchObject({ total: '10', sources: { referral: '10' } })
    expect((await list()).map(({ amount }) => amount)).toEqual(['-20', '30'])
  })

  test('without its row, with another amount or of another user is a breach', async () => {
    await award(task())
    await mine.world.query(`alter table points disable trigger append_only`)
    await mine.world.query(`update points set amount = 11`)
    expect(await breaches()).toEqual(['V25'])
    await mine.world.query(`update points set amount = 10, source = 'referral-share'`)
    expect(await breaches()).toEqual(['V25'])
    const other = await mine.world.user()
    await mine.world.query(`update points set source = 'referral', user_id = $1`, [other.info.id])
    expect(await breaches()).toEqual(['V25'])
    await mine.world.query(`update points set user_id = $1`, [user.info.id])
    expect(await breaches()).toEqual([])
    await mine.world.query(`alter table points enable trigger append_only`)
    await expect(mine.world.query('delete from points')).rejects.toThrow('append only')
  })
})

describe('the history', () => {
  const day = (index: number) => Date.parse(`2026-03-${String(index).padStart(2, '0')}T00:00:00Z`) / 1000

  test('is listed by source and by day, for its own user only', async () => {
    for (const index of [1, 2, 3]) await award(task({ day: `2026-03-0${index}`, source: 'referral-share' }))
    await award(task({ day: '2026-03-02' }))
    const other = await mine.world.user()
    await award(task({ userId: other.info.id }))
    expect(await list()).toHaveLength(4)
    expect(await list({ source: 'referral' })).toHaveLength(1)
    expect(await list({ startTime: day(2), endTime: day(2) + 3600 })).toHaveLength(2)
    expect((await list({ startTime: day(3) })).map((one) => one.day)).toEqual(['2026-03-03'])
    await expect(list({ startTime: day(3), endTime: day(2) })).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
    expect(await list({}, other)).toHaveLength(1)
  })

  test('can be read to its end by keys, while more is written', async () => {
    for (let index = 0; index < 23; index += 1) await award(task({ day: `2026-03-0${1 + (index % 9)}` }))
    const seen: string[] = []
    let after: string | undefined
    do {
      const { records, next, total } = await user.call(pointList, { size: 5, ...(after && { after }) })
      expect(total).toBeGreaterThanOrEqual(23)
      seen.push(...records.map(({ _id }) => _id))
      await award(task({ day: '2026-03-10' }))
      after = next ?? undefined
    } while (after !== undefined)
    expect(new Set(seen).size).toBe(23)
    expect(seen).toHaveLength(23)
    const pages = [await list({ page: 1, size: 20 }), await list({ page: 2, size: 20 })].flat()
    expect(pages.map((one) => one.day)).toEqual(
      pages
        .map((one) => one.day)
        .sort()
        .reverse(),
    )
  })

  test('is added up by day and source over 14 days at most', async () => {
    await award(task({ day: '2026-03-08' }), task({ day: '2026-03-08' }), task({ day: '2026-03-10', amount: 7n }))
    const range = { startTime: day(7), endTime: day(10) }
    const { days, total } = await user.call(pointStatistics, range)
    expect(days.map(({ date, sources }) => [date, sources.referral])).toEqual([
      ['2026-03-07', '0'],
      ['2026-03-08', '20'],
      ['2026-03-09', '0'],
      ['2026-03-10', '7'],
    ])
    expect(total).toEqual({ mining: '0', task: '0', referral: '27', 'referral-share': '0' })
    const long = { startTime: day(1), endTime: day(1) + 14 * 86_400 + 1 }
    await expect(user.call(pointStatistics, long)).rejects.toMatchObject({ reason: 'RANGE_TOO_LONG' })
    const reversed = { startTime: day(2), endTime: day(1) }
    await expect(user.call(pointStatistics, reversed)).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
  })
})

test('P1 random awards, repeated and at once, leave what a plain model says', { timeout: 120_000 }, async () => {
  const random = createRandom(randomBytes(4).readUInt32BE())
  const users = [user, await mine.world.user(), await mine.world.user()]
  const model = new Map(users.map(({ info }) => [info.id, 0n]))
  const known: Award[] = []
  for (let round = 0; round < 25; round += 1) {
    const fresh = Array.from({ length: 1 + random.below(5) }, () =>
      task({ userId: random.pick(users).info.id, amount: BigInt(1 + random.below(1000)) }),
    )
    for (const { userId, amount } of fresh) model.set(userId, (model.get(userId) ?? 0n) + amount)
    known.push(...fresh)
    const again = known.length > 6 ? [random.pick(known.slice(0, -5))] : []
    await Promise.all([award(...fresh), award(...again), award(...fresh.slice().reverse())])
  }
  for (const one of users) expect((await overview(one)).total).toBe(String(model.get(one.info.id)))
  expect(await breaches()).toEqual([])
})
