import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOverview, consumptionList } from '#lib/contract/balance.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { moneyChecks } from '#service/checks.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { up } from '#service/platform/db/migrations/056-balance-movements.ts'
import { createRandom } from '#world/random.ts'
import type { User } from '#world/visitor.ts'
import { movementsByScan, spentByScan } from '#world/whole-history.ts'
import { createWorld, type World } from '#world/world.ts'

const random = createRandom(38)
const kinds = [
  'order-balance',
  'rental-hour',
  'rental-refund',
  'chain-refund',
  'deposit-refund',
  'recharge',
  'order-refund',
]

let world: World
let users: User[]
let began: number
beforeAll(async () => {
  world = await createWorld({ checks: [] })
  users = [await world.user(), await world.user()]
  began = Math.floor(world.clock.now() / 1000)
  await pay(users.map((user) => transfer(user, 'recharge', 1_000_000n)))
  for (let batch = 0; batch < 40; batch += 1) {
    world.clock.advance(random.pick([0, 1, 60]))
    await pay(Array.from({ length: 1 + random.below(4) }, () => moved(random.pick(users))))
  }
})
afterAll(() => world.close())

const db = () => world.running.ctx.db

function transfer(user: User, kind: string, amount: bigint): Transfer {
  const entries = [
    { account: balanceAccount(user.info.id), amount },
    { account: ofPlatform('USDT', 'orders'), amount: -amount },
  ]
  return { operation: `${kind}/${random.hex(24)}`, kind, entries }
}

/** Spending, or money that comes back or in. */
function moved(user: User): Transfer {
  const kind = random.pick(kinds)
  const amount = BigInt(1 + random.below(900))
  return transfer(user, kind, kind === 'recharge' || kind.endsWith('-refund') ? amount : -amount)
}

const pay = (transfers: Transfer[]) =>
  db()
    .transaction()
    .execute((tx) => post(tx, transfers, world.clock.now()))

const kept = () => world.query('select * from balance_movements order by account_id, number')

test('pages of any range, size and number are those of the whole history', async () => {
  for (let round = 0; round < 60; round += 1) {
    const user = random.pick(users)
    const size = 1 + random.below(9)
    const page = 1 + random.below(6)
    const [startTime, endTime] = [random.below(900), random.below(900)]
      .sort((a, b) => a - b)
      .map((offset) => began - 60 + offset)
    const range = random.pick([{}, { startTime }, { endTime }, { startTime, endTime }])
    const listed = await user.call(consumptionList, { page, size, ...range })
    const { rows, total } = await movementsByScan(db(), {
      userId: user.info.id,
      from: new Date(('startTime' in range ? Number(range.startTime) : 0) * 1000),
      until: new Date((('endTime' in range ? Number(range.endTime) : 9_000_000_000) + 1) * 1000),
      limit: size,
      offset: (page - 1) * size,
    })
    expect(listed.total).toBe(total)
    expect(listed.records.map(({ _id, amount }) => [_id, amount])).toEqual(
      rows.map(({ sequence, amount }) => [sequence, fromUnits(amount, 'USDT')]),
    )
    expect(listed.next === null).toBe((page - 1) * size + rows.length >= total || rows.length === 0)
  }
})

test('pages by key go through the whole history once, also while it grows', async () => {
  const [user] = users as [User, User]
  const all = { userId: user.info.id, from: new Date(0), until: new Date(9e12), limit: 1000, offset: 0 }
  const { rows } = await movementsByScan(db(), all)
  const found: string[] = []
  let after: string | null | undefined
  while (after !== null) {
    const listed = await user.call(consumptionList, { size: 7, ...(after === undefined ? {} : { after }) })
    found.push(...listed.records.map(({ _id }) => _id))
    after = listed.next
    await pay([transfer(user, 'rental-hour', -1n)])
  }
  expect(found).toEqual(rows.map(({ sequence }) => sequence))
})

test('what was spent is the sum of the whole history', async () => {
  for (const user of users) {
    const { balance, consumed, recharged } = await user.call(balanceOverview, {})
    const spent = await spentByScan(db(), user.info.id)
    expect(consumed).toBe(fromUnits(-spent, 'USDT'))
    expect(Number(recharged)).toBeCloseTo(Number(balance) + Number(consumed))
  }
})

test('the migration numbers a history as the trigger does', async () => {
  const before = await kept()
  await sql`drop trigger number_movements on entries`.execute(db())
  await sql`drop function number_movements`.execute(db())
  await sql`drop table balance_movements`.execute(db())
  await db()
    .transaction()
    .execute((tx) => up(tx as unknown as Kysely<unknown>))
  expect(await kept()).toEqual(before)
  await pay([transfer(users[0] as User, 'rental-hour', -1n)])
  expect((await kept()).length).toBe(before.length + 1)
})

test.each([
  ['a missing movement', 'delete from balance_movements where number = 3'],
  ['a wrong sum', 'update balance_movements set spent = spent - 1 where number = 2'],
  [
    'a movement too many',
    'insert into balance_movements select account_id, 9999, 1, at, amount, spent from balance_movements limit 1',
  ],
])('verify-money notices %s', async (_, fault) => {
  const checks = moneyChecks.filter(({ id }) => id === 'V31')
  const verify = () => verifyMoney(db(), checks, world.clock.now())
  expect((await verify()).breaches).toEqual([])
  await world.query('create table kept as table balance_movements')
  await world.query(fault)
  expect((await verify()).breaches.map(({ id }) => id)).toEqual(['V31'])
  await world.query('delete from balance_movements')
  await world.query('insert into balance_movements table kept')
  await world.query('drop table kept')
})
