import type { Coin } from '#lib/money/coins.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Batch } from './uncredited.ts'

/** Output of an order on a UTC day; `amount` in smallest units of its coin. */
export interface OrderOutput {
  userId: string
  orderId: string
  coin: Coin
  /** Delivered hash rate × seconds, rounded down. */
  work: bigint
  amount: bigint
}

/** Parts of a settlement that other areas provide: output of orders (market/output) and points of mining (rewards/points). */
export interface Contributions {
  /** Output of the orders of a batch of users on a finished day, less what earlier parts of its settlement credited. */
  uncreditedOrders(db: Database, batch: Batch): Promise<OrderOutput[]>
  /** Estimated output of a user's orders by day, from `from` up to `now` (Unix milliseconds). */
  ordersSince(
    db: Database,
    of: { userId: string; from: string; now: number },
  ): Promise<{ coin: Coin; day: string; amount: bigint }[]>
  /** Credits the points of a batch of users, in the transaction of its settlement. */
  awardMined(db: Database, batch: Batch, now: number): Promise<void>
}
