import type { Selectable } from 'kysely'
import { outputOfDays } from '#lib/rules/plans.ts'
import type { OrderTable } from './tables.ts'

/** Row of `orders`. */
export type Row = Selectable<OrderTable>

/** Row of a paid order. */
export type PaidRow = Row & { paid_at: Date; runs_from: Date; ends_at: Date }
export const isPaid = (row: Row): row is PaidRow => row.status === 'success'

/** Hash rate of all units of an order, in thousandths. */
export const hashrateOf = (row: Pick<Row, 'hashrate' | 'quantity'>): bigint =>
  BigInt(row.hashrate) * BigInt(row.quantity)

/** Output of the whole order as estimated when it was placed, in smallest units of its coin. */
export const estimateOf = (row: Row): bigint =>
  outputOfDays({ hashrate: hashrateOf(row), rate: row.rate, days: row.days })

/** Purpose of the deposits of orders. */
export const PURPOSE = 'order'
