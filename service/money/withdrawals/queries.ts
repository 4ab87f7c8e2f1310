import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { withdrawalFilters, type withdrawalSorts, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { type Coin, fromUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { SMALL_WITHDRAWAL_EVERY_SECONDS } from '#lib/rules/withdrawals.ts'
import { userById } from '#service/identity/users/queries.ts'
import { minuteFrom, unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { descending, type KeyOrders, type SortedPageRequest, sortedPageOf } from '#service/platform/db/pagination.ts'
import type { Tables } from '#service/platform/db/tables.ts'
import { earnedKinds } from '../ledger/accounts.ts'
import { balancesOf } from '../ledger/balances.ts'
import { toWithdrawal } from './reply.ts'
import { nextSmall, openStatuses, type Status } from './rules.ts'
import type { WithdrawalTable } from './tables.ts'

/** Withdrawals with the transaction that paid them. */
export const shownRows = (db: Database) =>
  db
    .selectFrom('withdrawals')
    .leftJoin('payouts', 'payouts.withdrawal_id', 'withdrawals.id')
    .selectAll('withdrawals')
    .select('payouts.transaction_id')

export interface Filter {
  userId: string
  statuses?: readonly Status[] | undefined
  currencyCode?: Coin | undefined
  /** Unix seconds of the request, both included. */
  startTime?: number | undefined
  endTime?: number | undefined
}

const matching = (filter: Filter) => (expression: ExpressionBuilder<Tables, 'withdrawals'>) => {
  const { statuses, currencyCode, startTime, endTime } = filter
  const parts = [expression('withdrawals.user_id', '=', filter.userId)]
  if (statuses !== undefined) parts.push(expression('withdrawals.status', '=', sql<Status>`any(${statuses}::text[])`))
  if (currencyCode !== undefined) parts.push(expression('withdrawals.coin', '=', currencyCode))
  if (startTime !== undefined) parts.push(expression('withdrawals.requested_at', '>=', new Date(startTime * 1000)))
  if (endTime !== undefined) parts.push(expression('withdrawals.requested_at', '<', new Date((endTime + 1) * 1000)))
  return expression.and(parts)
}

type Ordered = Selectable<WithdrawalTable>
const byTime = { column: 'requested_at', part: 'time', of: (row: Ordered) => row.requested_at } as const
const byId = { column: 'withdrawals.id', part: 'id', of: (row: Ordered) => row.id } as const
type Column = keyof typeof withdrawalSorts
const orders: KeyOrders<Ordered, Column> = {
  time: [
    { ...byTime, order: 'desc' },
    { ...byId, order: 'asc' },
  ],
  amount: descending(
    { column: 'withdrawals.coin', part: 'id', of: ({ coin }) => coin },
    { column: 'withdrawals.amount', part: 'amount', of: ({ amount }) => amount },
    byId,
  ),
  status: descending({ column: 'withdrawals.status', part: 'id', of: ({ status }) => status }, byTime, byId),
}

/** A page of a user's withdrawals, newest first unless sorted otherwise, with the number of all that match the filter. */
export async function withdrawalPage(db: Database, filter: Filter, of: SortedPageRequest<Column> & { now: number }) {
  const { rows, ...page } = await sortedPageOf(shownRows(db).where(matching(filter)), orders, of)
  return { records: rows.map((row) => toWithdrawal(row, of.now)), ...page }
}

/** Request times of the last small withdrawal of each coin, in Unix milliseconds; cancelled and refused ones do not count. */
export async function lastSmall(db: Database, userId: string, now: number): Promise<Map<Coin, number>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select((expression) => ['coin', expression.fn.max('requested_at').as('at')])
    .where('user_id', '=', userId)
    .where('small', '=', true)
    .where('status', 'in', [...openStatuses, 'credited'])
    .where('requested_at', '>', new Date(now - SMALL_WITHDRAWAL_EVERY_SECONDS * 1000))
    .groupBy('coin')
    .execute()
  return new Map(rows.map(({ coin, at }) => [coin, at.getTime()]))
}

/** A user's balances by coin, paid-out sums, and the number of withdrawals of each filter. */
export async function withdrawalOverviewOf(db: Database, userId: string, now: number) {
  const held = await balancesOf(db, { owners: [userId], kinds: earnedKinds })
  const paid = await paidOut(db, userId)
  const small = await lastSmall(db, userId, now)
  const byStatus = await countByStatus(db, userId)
  const user = await userById(db, userId)
  const balance = (coin: Coin, kind: string) =>
    fromUnits(held.find((account) => account.coin === coin && account.kind === kind)?.balance ?? 0n, coin)
  const count = (statuses: readonly number[]) => statuses.reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0)
  const heldUntil = user.withdrawals_locked_until?.getTime() ?? 0
  return {
    coins: withdrawableCoins
      .filter((coin) => held.some((account) => account.coin === coin))
      .map((coin) => {
        const last = small.get(coin)
        return {
          currencyCode: coin,
          balance: balance(coin, 'available'),
          withdrawing: balance(coin, 'withdrawing'),
          withdrawn: fromUnits(paid.get(coin) ?? 0n, coin),
          smallFrom: last === undefined ? null : minuteFrom(nextSmall(last)),
        }
      }),
    counts: {
      total: count([...byStatus.keys()]),
      success: count(withdrawalFilters.success),
      pending: count(withdrawalFilters.pending),
      failed: count(withdrawalFilters.failed),
    },
    holdUntil: heldUntil > now ? minuteFrom(heldUntil) : null,
    serverTime: unixSeconds(now),
  }
}

/** Credited withdrawals of a user by coin in smallest units, fees included. */
export async function paidOut(db: Database, userId: string): Promise<Map<Coin, bigint>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select((expression) => ['coin', expression.fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('status', '=', 'credited')
    .groupBy('coin')
    .execute()
  return new Map(rows.map(({ coin, amount }) => [coin, amount]))
}

/** Number of withdrawals by the status codes of the contract. */
async function countByStatus(db: Database, userId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select((expression) => ['status', expression.fn.countAll<string>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [withdrawalStatus[status], Number(count)]))
}
