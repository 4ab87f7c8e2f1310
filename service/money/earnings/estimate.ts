import type { Coin } from '#lib/money/coins.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Contributions } from './contributions.ts'
import { minedValue } from './mined-work.ts'

/** Unsettled amounts in smallest units: in total, and the part of orders (`cloud`). */
interface Unsettled {
  today: bigint
  before: bigint
  cloudToday: bigint
  cloudBefore: bigint
}

const NONE: Readonly<Unsettled> = { today: 0n, before: 0n, cloudToday: 0n, cloudBefore: 0n }

/**
 * Estimates unsettled earnings by coin at the rates known now, for today and for the finished days before it. No balance holds them.
 */
export async function unsettled(
  db: Database,
  of: { userId: string; now: number; settledDay: string; ordersSince: Contributions['ordersSince'] },
): Promise<Map<Coin, Unsettled>> {
  const today = dayAt(of.now)
  const from = dayAfter(of.settledDay)
  const sums = new Map<Coin, Unsettled>()
  for (const { coin, isToday, amount } of await minedValue(db, { userId: of.userId, from, today })) {
    const sum = sums.get(coin) ?? { ...NONE }
    sum[isToday ? 'today' : 'before'] += amount
    sums.set(coin, sum)
  }
  for (const { coin, day, amount } of await of.ordersSince(db, { ...of, from })) {
    const sum = sums.get(coin) ?? { ...NONE }
    sum[day >= today ? 'today' : 'before'] += amount
    sum[day >= today ? 'cloudToday' : 'cloudBefore'] += amount
    sums.set(coin, sum)
  }
  await subtractCredited(db, sums, { ...of, today, from })
  return sums
}

/** Subtracts what was credited of days that were settled before they were over. */
async function subtractCredited(
  db: Database,
  sums: Map<Coin, Unsettled>,
  of: { userId: string; today: string; from: string },
): Promise<void> {
  const paid = await db
    .selectFrom('earning_sums')
    .select(({ fn }) => ['coin', 'day', 'type', fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', of.userId)
    .where('day', '>=', of.from)
    .groupBy(['coin', 'day', 'type'])
    .execute()
  for (const { coin, day, type, amount } of paid) {
    const sum = sums.get(coin)
    if (!sum) continue
    const isToday = day >= of.today
    subtract(sum, isToday ? 'today' : 'before', amount)
    if (type === 'cloud') subtract(sum, isToday ? 'cloudToday' : 'cloudBefore', amount)
  }
  // Subtracting stops at zero, so the part of orders could exceed the total.
  for (const sum of sums.values()) {
    if (sum.cloudToday > sum.today) sum.cloudToday = sum.today
    if (sum.cloudBefore > sum.before) sum.cloudBefore = sum.before
  }
}

function subtract(sum: Unsettled, part: keyof Unsettled, amount: bigint): void {
  sum[part] = sum[part] > amount ? sum[part] - amount : 0n
}
