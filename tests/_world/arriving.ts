import type { Order } from '#lib/contract/orders.ts'
import { toUnits } from '#lib/money/coins.ts'
import { orderTaker } from '#service/features/orders/funds.ts'
import { lockUser } from '#service/features/withdrawals/holds.ts'
import { balanceOf, ofPlatform } from '#service/ledger/accounts.ts'
import { post, type Transfer } from '#service/ledger/post.ts'
import type { World } from './world.ts'

export interface Arriving {
  /** USDT that is seen, and what of it is final; all of it unless told. */
  seen: string
  confirmed?: string
  /** Unix milliseconds; now unless told. */
  firstSeenAt?: number
}

/** Tells of what has arrived for an order in all, and books it, as the watcher of the networks does. */
export async function arrive({ running, clock }: World, order: Order, of: Arriving): Promise<void> {
  const { ctx } = running
  const [seen, confirmed] = [toUnits(of.seen, 'USDT'), toUnits(of.confirmed ?? of.seen, 'USDT')]
  await ctx.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom('deposit_addresses')
      .select('user_id')
      .where('subject_id', '=', order.orderNo)
      .executeTakeFirstOrThrow()
    await lockUser(db, found.user_id)
    const row = await db
      .selectFrom('deposit_addresses')
      .selectAll()
      .where('subject_id', '=', order.orderNo)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { number, user_id: userId, network } = row
    const [taken, credited] = [BigInt(row.taken), BigInt(row.credited)]
    const firstSeenAt = seen > 0n ? (of.firstSeenAt ?? clock.now()) : null
    const transactionId = seen > 0n ? `0x${number.toString(16).padStart(64, '0')}` : null
    const amount = BigInt(row.amount)
    const whole = await orderTaker.onFunds(ctx, db, {
      ...{ subjectId: order.orderNo, userId, network, amount, seen, confirmed, firstSeenAt, transactionId },
    })
    if (whole.taken < taken || whole.credited < credited || whole.taken + whole.credited > confirmed)
      throw new Error(`deposit ${number}: ${whole.taken} taken and ${whole.credited} credited of ${confirmed}`)
    await db
      .updateTable('deposit_addresses')
      .set({ untold: false, ...whole })
      .where('number', '=', number)
      .execute()
    const move = (name: 'taken' | 'credited', from: bigint, to = whole[name]): Transfer => ({
      operation: `deposit/${number}/${name}/${to}`,
      kind: name === 'taken' ? 'order-payment' : 'recharge',
      entries: [
        { account: ofPlatform('USDT', 'suspense'), amount: from - to },
        { account: name === 'taken' ? ofPlatform('USDT', 'orders') : balanceOf(userId), amount: to - from },
      ],
    })
    const received: Transfer = {
      operation: `receipt/${number}/${confirmed}`,
      kind: 'deposit',
      entries: [
        { account: ofPlatform('USDT', 'deposits'), amount: -confirmed },
        { account: ofPlatform('USDT', 'suspense'), amount: confirmed },
      ],
    }
    const transfers = [
      ...(confirmed > 0n ? [received] : []),
      ...(whole.taken > taken ? [move('taken', taken)] : []),
      ...(whole.credited > credited ? [move('credited', credited)] : []),
    ]
    if (transfers.length > 0) await post(db, transfers, clock.now())
  })
}

/** Pays an order in full, at once. */
export const pay = (world: World, order: Order): Promise<void> => arrive(world, order, { seen: order.amount })
