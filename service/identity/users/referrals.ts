import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'

export interface Referral {
  inviteeId: string
  inviterId: string
  now: number
  /** A keyed hash of what the browser called itself. */
  agent?: string | undefined
  lang?: Lang | undefined
}

/** Inviters and invitees; rewards/invitations implements it. */
export interface Referrals {
  /** Records the inviter of a new account in the transaction of its registration. It is set once. */
  add(db: Database, referral: Referral): Promise<void>
  /** The invitee's first device makes a pending invitation a successful one. */
  link(db: Database, inviteeId: string, now: number): Promise<void>
}
