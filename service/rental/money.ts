import { sql } from 'kysely'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './row.ts'

/** Operation key that charges an hour of a rental. */
export const hourOperation = (rentalId: string, hour: number): string => `rental/${rentalId}/hour/${hour}`

export const chargeOf = (of: { rentalId: string; userId: string; hour: number; amount: bigint }): Transfer => ({
  operation: hourOperation(of.rentalId, of.hour),
  kind: 'rental-hour',
  entries: [
    { account: balanceAccount(of.userId), amount: -of.amount },
    { account: ofPlatform('USDT', 'rentals'), amount: of.amount },
  ],
})

/**
 * Refunds the unsettled hours of a locked rental from `from` on, once. The user's row must be locked before. Posts to the ledger, so
 * call it last. Returns the refunded amount in smallest units.
 */
export async function refundHours(
  db: Database,
  row: Row,
  { from, now }: { from: number; now: number },
): Promise<bigint> {
  const hours = await db
    .updateTable('gpu_rental_hours')
    .set({ returned_at: new Date(now) })
    .where('rental_id', '=', row.id)
    .where('hour', '>=', from)
    .where('returned_at', 'is', null)
    .where('settled_day', 'is', null)
    .returning(['hour', 'amount'])
    .execute()
  const amount = hours.reduce((sum, one) => sum + one.amount, 0n)
  if (amount === 0n) return 0n
  await db
    .updateTable('gpu_rentals')
    .set({ paid: sql<bigint>`paid - ${String(amount)}::numeric` })
    .where('id', '=', row.id)
    .execute()
  await db
    .insertInto('gpu_events')
    .values({ rental_id: row.id, at: new Date(now), kind: 'returned', detail: String(amount) })
    .execute()
  const transfers = hours.map(
    ({ hour, amount: one }): Transfer => ({
      operation: `rental/${row.id}/return/${hour}`,
      kind: 'rental-return',
      entries: [
        { account: ofPlatform('USDT', 'rentals'), amount: -one },
        { account: balanceAccount(row.user_id), amount: one },
      ],
    }),
  )
  await post(db, transfers, now)
  return amount
}
