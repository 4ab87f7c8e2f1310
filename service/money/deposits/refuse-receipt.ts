import type { Database } from '#service/platform/db/open.ts'
import { addToOutbox } from './save-poll.ts'

interface ReceiptRefusal {
  transactionId: string
  by: string
  reason: string
  now: number
}

/** Refuses the receipts of a transaction that never becomes final or moves another token than USDT; returns their number. */
export async function refuseReceipt(db: Database, { transactionId, by, reason, now }: ReceiptRefusal): Promise<number> {
  const rows = await db
    .updateTable('chain_receipts')
    .set({ state: 'refused', ended_at: new Date(now), ended_by: by, reason })
    .where('transaction_id', '=', transactionId)
    .where(({ eb, or, and }) =>
      // Final receipts of USDT are booked in the ledger and stay.
      or([eb('state', '=', 'seen'), and([eb('state', '=', 'confirmed'), eb('kind', '=', 'other')])]),
    )
    .returning('deposit')
    .execute()
  await addToOutbox(
    db,
    rows.map(({ deposit }) => deposit),
  )
  return rows.length
}
