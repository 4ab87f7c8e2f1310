import { sql } from 'kysely'
import type { CoinBalance } from '#lib/contract/earnings.ts'
import { type Asset, type Coin, fromUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { earnedKinds, type UserKind } from '../ledger/accounts.ts'
import { balancesOf, ledgerBalances } from '../ledger/balances.ts'
import { paidOut } from '../withdrawals/queries.ts'
import type { Contributions } from './contributions.ts'
import { lastSettledDay } from './days.ts'
import { unsettled } from './estimate.ts'

interface OverviewRequest extends Pick<Contributions, 'ordersSince'> {
  userId: string
  now: number
  settlementSeconds: number
}

/** Every coin that a user holds, mines or has ever earned, with its amounts by state. */
export async function overview(db: Database, of: OverviewRequest) {
  const { userId, now, settlementSeconds, ordersSince } = of
  const settledDay = await lastSettledDay(db, now)
  const held = await earningsHeld(db, userId)
  const mined = await unsettled(db, { userId, now, settledDay, ordersSince })
  const totals = await settledTotals(db, { userId, yesterday: dayAfter(dayAt(now), -1) })
  const releases = await frozenReleases(db, userId)
  const paid = await paidOut(db, userId)
  const known = withdrawableCoins.filter((coin) => held.has(coin) || mined.has(coin) || totals.has(coin))
  const yesterdayIsSettled = settledDay >= dayAfter(dayAt(now), -1)
  const worths = known.map((coin) => worthOf(fromUnits(totals.get(coin)?.total ?? 0n, coin), coin))
  return {
    userTotalIncomeAmount: worthText(worths.reduce((sum, worth) => sum + worth, 0n)),
    hasHistory: known.length > 0 || (await hasHistory(db, userId)),
    coins: known.map((coin): CoinBalance => {
      const text = (units: bigint | undefined) => fromUnits(units ?? 0n, coin)
      const { available = 0n, frozen = 0n, withdrawing = 0n } = held.get(coin) ?? {}
      const { total = 0n, yesterday = 0n } = totals.get(coin) ?? {}
      return {
        currencyCode: coin,
        minedToday: text(mined.get(coin)?.today),
        settling: text(mined.get(coin)?.before),
        cloudToday: text(mined.get(coin)?.cloudToday),
        cloudSettling: text(mined.get(coin)?.cloudBefore),
        frozen: text(frozen),
        releases: (releases.get(coin) ?? []).map(({ amount, at }) => ({ amount: text(amount), releaseAt: at })),
        balance: text(available),
        withdrawing: text(withdrawing),
        withdrawn: text(paid.get(coin)),
        total: text(total),
        yesterday: yesterdayIsSettled ? text(yesterday) : null,
      }
    }),
    settlementAt: unixSeconds(startOf(dayAfter(dayAt(now)))) + settlementSeconds,
    settledDay,
    serverTime: unixSeconds(now),
  }
}

/** Whether an account without a coin has ever had a device, money, an order or a recharge; points do not count. */
async function hasHistory(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from devices where user_id = ${userId})
        or exists (select from ${ledgerBalances} as account where owner = ${userId} and coin <> 'POINTS')
        or exists (select from orders where user_id = ${userId})
        or exists (select from recharges where user_id = ${userId}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Earned amounts that a user holds, by coin and account kind; the paid-in balance is left out. */
async function earningsHeld(db: Database, userId: string): Promise<Map<Asset, Partial<Record<UserKind, bigint>>>> {
  const rows = await balancesOf(db, { owners: [userId], kinds: earnedKinds })
  const held = new Map<Asset, Partial<Record<UserKind, bigint>>>()
  for (const { coin, kind, balance } of rows) held.set(coin, { ...held.get(coin), [kind]: balance })
  return held
}

async function settledTotals(db: Database, of: { userId: string; yesterday: string }) {
  const rows = await db
    .selectFrom('earning_sums')
    .select((expression) => [
      'coin',
      expression.fn.sum<bigint>('amount').as('total'),
      expression.fn.sum<bigint | null>('amount').filterWhere('day', '=', of.yesterday).as('yesterday'),
    ])
    .where('user_id', '=', of.userId)
    .groupBy('coin')
    .execute()
  return new Map(rows.map(({ coin, total, yesterday }) => [coin, { total, yesterday: yesterday ?? 0n }]))
}

async function frozenReleases(db: Database, userId: string): Promise<Map<Coin, { amount: bigint; at: number }[]>> {
  const rows = await db
    .selectFrom('earning_sums')
    .select((expression) => ['coin', 'release_at', expression.fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('is_released', '=', false)
    .groupBy(['coin', 'release_at'])
    .orderBy('release_at')
    .execute()
  const found = new Map<Coin, { amount: bigint; at: number }[]>()
  for (const { coin, release_at, amount } of rows) {
    const list = found.get(coin) ?? []
    list.push({ amount, at: unixSeconds(release_at) })
    found.set(coin, list)
  }
  return found
}
