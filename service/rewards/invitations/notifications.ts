import { INVITATION_POINTS } from '#lib/rules/points.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'

const kinds = {
  paid: 'invitationPaid',
  held: 'invitationHeld',
  refused: 'invitationRefused',
  reversed: 'invitationReversed',
} as const

export interface InvitationNews {
  id: string
  inviter_id: string
  username: string
  /** Unix milliseconds. */
  at: number
}

/** Picks the reason out of a decision, which has more fields. */
const toReason = (why?: Reason): Reason => ({ reason: why?.reason ?? '', reasonZh: why?.reasonZh ?? '' })

/** Notifies an inviter once of the outcome of an invitation; the invitee's address is masked. */
export const notifyInviter = (
  db: Database,
  of: InvitationNews,
  what: keyof typeof kinds,
  why?: Reason,
): Promise<void> =>
  notify(db, {
    userId: of.inviter_id,
    source: `invitation/${of.id}/${what}`,
    kind: kinds[what],
    values: { account: maskedEmail(of.username), points: formatCount(INVITATION_POINTS), ...toReason(why) },
    at: of.at,
  })
