import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyChecks } from '#service/checks.ts'
import { post } from '#service/money/ledger/post.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { newId } from '#service/platform/ids.ts'
import { chargeDue } from '#service/rental/charge-rentals.ts'
import { chargeOf } from '#service/rental/money.ts'
import { beginRun } from '#service/rental/steps.ts'
import { fund } from '#world/gpu.ts'
import { createRandom, type Random } from '#world/random.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Rentals, and hours that they are charged for; the long run has 1,000 for 30 days. */
const RENTALS = Number(process.env.RENTALS ?? 60)
const HOURS = Number(process.env.RENTAL_HOURS ?? 48)
/** Time limit of one run of the job on an idle machine. */
const MAX_MS = Number(process.env.RENTAL_MAX_MS ?? Number.POSITIVE_INFINITY)
const SEED = Number(process.env.RENTAL_SEED ?? 20_261_125)
const USERS = 12
const HOUR_MS = 3_600_000

interface Plain {
  id: string
  user: number
  price: bigint
  term: number
  from: number
  charged: number
  over: boolean
}

let world: World
let users: User[]
beforeAll(async () => {
  world = await createWorld()
  users = []
  for (let count = 0; count < USERS; count += 1) users.push(await world.user())
})
afterAll(() => world.close())

/** Inserts rentals with their first hour paid, as the call would have created them. */
async function open(random: Random, balances: bigint[]): Promise<Plain[]> {
  const { ctx } = world.running
  const all: Plain[] = []
  for (let count = 0; count < RENTALS; count += 1) {
    const user = random.below(USERS)
    const price = BigInt(10_000 + random.below(2_000_000))
    const one = {
      id: newId(),
      user,
      price,
      term: 1 + random.below(HOURS + 20),
      from: world.clock.now(),
      charged: 1,
      over: false,
    }
    const userId = users[user]?.info.id ?? ''
    await world.query(
      `insert into gpus (id, model, memory_mib, count, cpu, cores, ram_mib, disk_gib, network_mbps, region, reach, images, price, share, longest_hours, added_at, last_seen_at)
       values ($1, 'x', 0, 0, 'x', 1, 1, 1, 1, 'x', 'none', '{plain}', $2, 0, 8760, $3, $3)`,
      [one.id, String(price), new Date(one.from)],
    )
    await world.query(
      `insert into gpu_rentals (id, user_id, request_id, gpu_id, price, share, hours, longest_hours, image, keys, lang, state, rented_at, hours_charged, paid)
       values ($1, $2, $1, $1, $3, 0, $4, 8760, 'plain', '[]', 'en', 'starting', $5, 1, $3)`,
      [one.id, userId, String(price), one.term, new Date(one.from)],
    )
    await world.query(`insert into gpu_rental_hours (rental_id, hour, begins_at, amount) values ($1, 1, $2, $3)`, [
      one.id,
      new Date(one.from),
      String(price),
    ])
    const charge = chargeOf({ rentalId: one.id, userId, hour: 1, amount: price })
    await ctx.db.transaction().execute((db) => post(db, [charge], one.from))
    balances[user] = (balances[user] ?? 0n) - price
    await beginRun(ctx, one.id)
    world.clock.advance(random.below(60))
    one.from = Number(
      (await world.query<{ at: Date }>('select running_at as at from gpu_rentals where id = $1', [one.id]))[0]?.at,
    )
    all.push(one)
  }
  return all
}

/** Plain model: oldest first, an hour is paid in full or the rental ends. */
function chargePlain(all: readonly Plain[], balances: bigint[], now: number): void {
  const due = all.filter((one) => !one.over && one.from + one.charged * HOUR_MS <= now)
  const paidUntil = (one: Plain) => one.from + one.charged * HOUR_MS
  const order = due
    .map((one) => ({ one, at: paidUntil(one) }))
    .sort((a, b) => a.at - b.at || (a.one.id < b.one.id ? -1 : 1))
  for (const { one } of order)
    while (!one.over && paidUntil(one) <= now) {
      const left = balances[one.user] ?? 0n
      if (one.charged >= one.term || left < one.price) one.over = true
      else {
        balances[one.user] = left - one.price
        one.charged += 1
      }
    }
}

test('a month of rentals is charged as a plain model says', { timeout: 3_600_000 }, async () => {
  const random = createRandom(SEED)
  const balances: bigint[] = []
  for (const [index, user] of users.entries()) {
    // Some users have enough for all hours, some run out of balance.
    const amount = BigInt(RENTALS) * 200_000n * BigInt(1 + index * 8)
    await fund(world, user, `${amount / 1_000_000n}`)
    balances[index] = (amount / 1_000_000n) * 1_000_000n
  }
  const all = await open(random, balances)
  const slow: number[] = []
  for (let hour = 0; hour < HOURS; hour += 1) {
    // Now and then a run is missed, and the next one catches up.
    world.clock.advance(random.below(10) === 0 ? 2 * 3600 : 3600)
    const started = performance.now()
    await chargeDue(world.running.ctx)
    slow.push(performance.now() - started)
    chargePlain(all, balances, world.clock.now())
  }
  const rows = await world.query<{ id: string; hours_charged: number; state: string }>(
    'select id, hours_charged, state from gpu_rentals',
  )
  const charged = new Map(rows.map((row) => [row.id, [row.hours_charged, row.state !== 'running']]))
  expect(all.filter((one) => String(charged.get(one.id)) !== String([one.charged, one.over]))).toEqual([])
  const held = await world.query<{ owner: string; balance: bigint }>(
    `select owner, balance from ledger_accounts where coin = 'USDT' and kind = 'balance'`,
  )
  const left = new Map(held.map(({ owner, balance }) => [owner, balance]))
  expect(users.map(({ info }) => left.get(info.id))).toEqual(balances)
  expect(all.some(({ over }) => over) && all.some(({ over }) => !over)).toBe(true)
  const { breaches } = await verifyMoneyAt(world.running.ctx.pool, moneyChecks, world.clock.now())
  expect(breaches).toEqual([])
  const slowest = Math.max(...slow)
  console.info(`rentals: ${RENTALS} for ${HOURS} runs, slowest ${Math.round(slowest)} ms, RENTAL_SEED=${SEED}`)
  expect(slowest).toBeLessThan(MAX_MS)
})
