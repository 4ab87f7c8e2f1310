import type { ImageName } from '#lib/rules/gpu.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { RequestRow } from './own-machines.ts'

/** Decisions of an operator on an offered machine; they return false when the request is not waiting. */

interface RequestDecision {
  id: string
  now: number
}

/** Share of the host in basis points, and terms; null images mean those that the host's driver supports. */
export interface Terms {
  share: number
  longestHours: number
  images: ImageName[] | null
}

export const approve = (db: Database, of: RequestDecision & Terms): Promise<boolean> =>
  decide(db, of, {
    state: 'approved',
    ...{ share: of.share, longest_hours: of.longestHours, images: of.images },
  })

export const refuse = (db: Database, of: RequestDecision & Reason): Promise<boolean> =>
  decide(db, of, { state: 'refused', reason: of.reason, reason_zh: of.reasonZh })

async function decide(
  db: Database,
  { id, now }: RequestDecision,
  change: Partial<RequestRow> & { state: 'approved' | 'refused' },
): Promise<boolean> {
  const row = await db
    .updateTable('gpu_requests')
    .set({ ...change, decided_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const { user_id: userId, name, share, reason, reason_zh: reasonZh } = row
  const kind = change.state === 'approved' ? 'machineApproved' : 'machineRefused'
  const values = { name, reason, reasonZh, share: String((share ?? 0) / 100) }
  await notify(db, { userId, source: `machine/${id}`, kind, values, at: now })
  return true
}
