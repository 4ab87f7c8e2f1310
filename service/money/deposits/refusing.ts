import type { Database } from '#service/platform/db/open.ts'
import { markUntold } from './keeping.ts'

interface Refusing {
  transactionId: string
  by: string
  reason: string
  now: number
}

/** Counts a transaction no more that never becomes final, or of another token than USDT; says how many receipts that were. */
export async function refuseReceipt(db: Database, { transactionId, by, reason, now }: Refusing): Promise<number> {
  const rows = await db
    .updateTable('chain_receipts')
    .set({ state: 'refused', ended_at: new Date(now), ended_by: by, reason })
    .where('transaction_id', '=', transactionId)
    .where(({ eb, or, and }) =>
      // What is final and is USDT stands in the ledger.
      or([eb('state', '=', 'seen'), and([eb('state', '=', 'confirmed'), eb('kind', '=', 'other')])]),
    )
    .returning('deposit')
    .execute()
  await markUntold(
    db,
    rows.map(({ deposit }) => deposit),
  )
  return rows.length
}
