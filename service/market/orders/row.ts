import type { Selectable } from 'kysely'
import { outputOfDays } from '#lib/rules/plans.ts'
import type { OrderTable } from './tables.ts'

/** An order as the database holds it. */
export type Row = Selectable<OrderTable>

/** A paid one. */
export type PaidRow = Row & { paid_at: Date; runs_from: Date; ends_at: Date }
export const isPaid = (row: Row): row is PaidRow => row.status === 'success'

/** Hash rate of all units of an order, in thousandths. */
export const hashrateOf = (row: Pick<Row, 'hashrate' | 'quantity'>): bigint =>
  BigInt(row.hashrate) * BigInt(row.quantity)

/** What the whole order was estimated to bring when it was placed, in smallest units. */
export const estimateOf = (row: Row): bigint =>
  outputOfDays({ hashrate: hashrateOf(row), rate: row.rate, days: row.days })

/** What deposits of orders are for. */
export const PURPOSE = 'order'
