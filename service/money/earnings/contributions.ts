import type { Coin } from '#lib/money/coins.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Batch } from './uncredited.ts'

/** The output of an order on a UTC day, in smallest units of its coin. */
export interface OrderOutput {
  userId: string
  orderId: string
  coin: Coin
  /** Units of hash rate × seconds that were delivered, cut. */
  work: bigint
  amount: bigint
}

/** The parts of a settlement that other areas hold: the output of orders (market/output), and points of mining (rewards/points). */
export interface Contributions {
  /** Each order's output of a batch on a day that is over, without the part that an earlier settlement of the day credited. */
  uncreditedOrders(db: Database, batch: Batch): Promise<OrderOutput[]>
  /** The output of a user's orders since a day, by day, up to a moment: an estimate while the days are not settled. */
  ordersSince(
    db: Database,
    of: { userId: string; from: string; now: number },
  ): Promise<{ coin: Coin; day: string; amount: bigint }[]>
  /** Credits the points of a batch, in the transaction of its settlement. */
  awardMined(db: Database, batch: Batch, now: number): Promise<void>
}
