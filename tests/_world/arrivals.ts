import { randomBytes } from 'node:crypto'
import type { Order } from '#lib/contract/orders.ts'
import { toUnits } from '#lib/money/coins.ts'
import { orderPaymentHandler } from '#service/market/orders/funds.ts'
import { notifyPaymentHandlers } from '#service/money/deposits/allocate-deposits.ts'
import { addToOutbox, bookReceipts } from '#service/money/deposits/save-poll.ts'
import type { World } from './world.ts'

export interface ArrivalOptions {
  /** The total of USDT seen so far; less than before when a transfer has vanished. */
  seen: string
  /** The final part of it; by default nothing or all of it. */
  confirmed?: '0'
  /** Unix milliseconds; default now. */
  firstSeenAt?: number
}

/** Reports the total arrivals for an order, as the watcher of the networks does. */
export async function arrive({ running, clock }: World, order: Order, of: ArrivalOptions): Promise<void> {
  const { ctx } = running
  const now = new Date(clock.now())
  await ctx.db.transaction().execute(async (db) => {
    const { number } = await db
      .selectFrom('deposit_addresses')
      .select('number')
      .where('subject_id', '=', order.orderNo)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const known = db.selectFrom('chain_receipts').selectAll().where('deposit', '=', number)
    const rows = await known.where('state', 'in', ['seen', 'confirmed']).execute()
    const more = toUnits(of.seen, 'USDT') - rows.reduce((sum, { amount }) => sum + amount, 0n)
    const open = db.updateTable('chain_receipts').where('deposit', '=', number).where('state', '=', 'seen')
    if (more < 0n) await open.set({ state: 'vanished', ended_at: now }).execute()
    if (more > 0n)
      await db
        .insertInto('chain_receipts')
        .values({
          network: 'ETHEREUM',
          transaction_id: `0x${randomBytes(32).toString('hex')}`,
          log_index: 0,
          deposit: number,
          kind: 'usdt',
          token: '0x',
          sender: '0x',
          value: more,
          amount: more,
          block: '1',
          block_hash: '0x',
          state: 'seen',
          seen_at: new Date(of.firstSeenAt ?? clock.now()),
          ended_at: null,
          ended_by: null,
          reason: null,
        })
        .execute()
    await addToOutbox(db, [number])
    if (of.confirmed === undefined) {
      const final = await open.set({ state: 'confirmed', ended_at: now }).returningAll().execute()
      await bookReceipts(db, final, clock.now())
    }
  })
  await notifyPaymentHandlers(ctx, [orderPaymentHandler])
}

/** Pays an order in full, at once. */
export const pay = (world: World, order: Order): Promise<void> => arrive(world, order, { seen: order.amount })
