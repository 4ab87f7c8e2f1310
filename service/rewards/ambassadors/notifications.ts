import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { LevelCause } from './tables.ts'

const kinds = {
  approved: 'ambassadorApproved',
  appointed: 'ambassadorApproved',
  promoted: 'ambassadorPromoted',
  demoted: 'ambassadorDemoted',
  lapsed: 'ambassadorLapsed',
  revoked: 'ambassadorRevoked',
} as const

/** Notifies an ambassador of a change of level, once. */
export const notifyLevel = (
  db: Database,
  of: { user_id: string; level_after: number; cause: LevelCause; day: string; at: number } & Partial<Reason>,
): Promise<void> =>
  notify(db, {
    userId: of.user_id,
    source: `ambassador/${of.cause}/${of.day}/${of.at}`,
    kind: kinds[of.cause],
    values: { level: String(of.level_after), day: of.day, reason: of.reason ?? '', reasonZh: of.reasonZh ?? '' },
    at: of.at,
  })
