import { sql } from 'kysely'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import type { Database } from '#service/platform/db/open.ts'
import { awardPoints } from '../points/award.ts'
import { notifyInviter } from './notifications.ts'
import { invitationOperation, payDue } from './pay-rewards.ts'

export interface Decision extends Reason {
  by: string
  now: number
}

/** Locks an invitation, and reads it with its invitee's mail address. */
export async function lockInvitation(db: Database, id: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitee_id')
    .selectAll('invitations')
    .select('users.username')
    .where('invitations.id', '=', id)
    .forUpdate('invitations')
    .executeTakeFirst()
}

export type Locked = NonNullable<Awaited<ReturnType<typeof lockInvitation>>>

const decide = (db: Database, row: Locked, of: Decision & { review: Locked['review'] }) =>
  db
    .updateTable('invitations')
    .set({ review: of.review, decided_at: new Date(of.now), decided_by: of.by, decision: of.reason })
    .where('id', '=', row.id)
    .execute()

/** Accepts a held invitation and pays everything that it has earned. The invitation must be locked. */
export async function acceptInvitation(db: Database, row: Locked, of: Decision): Promise<void> {
  await decide(db, row, { ...of, review: 'accepted' })
  const shares = await db
    .selectFrom('invitation_shares')
    .selectAll()
    .where('invitee_id', '=', row.invitee_id)
    .where('paid_at', 'is', null)
    .execute()
  const earned = row.earned_day !== null && row.paid_at === null
  if (earned) await notifyInviter(db, { ...row, at: of.now }, 'paid')
  const due = {
    inviterId: row.inviter_id,
    inviteeId: row.invitee_id,
    username: row.username,
    invitation: earned ? { day: row.earned_day ?? '', points: BigInt(row.reward) } : undefined,
    shares: shares.map((share) => ({ ...share, points: BigInt(share.points) })),
  }
  await payDue(db, [due], of.now)
}

/** Refuses a held invitation, which then earns nothing. The invitation must be locked. */
export async function refuseInvitation(db: Database, row: Locked, of: Decision): Promise<void> {
  await decide(db, row, { ...of, review: 'refused' })
  await notifyInviter(db, { ...row, at: of.now }, 'refused', of)
}

/**
 * Takes back everything that an invitation has paid, by reversing transfers, and ends it. The invitation must be locked and not held.
 * Throws OverdrawnError when the inviter has fewer points left. Returns the points taken back.
 */
export async function clawBack(db: Database, row: Locked, of: Decision): Promise<bigint> {
  const { now } = of
  await decide(db, row, { ...of, review: 'reversed' })
  await db
    .updateTable('invitation_shares')
    .set({ reversed_at: new Date(now) })
    .where('invitee_id', '=', row.invitee_id)
    .where('paid_at', 'is not', null)
    .execute()
  await notifyInviter(db, { ...row, at: now }, 'reversed', of)
  const { rows } = await sql<{ points: bigint }>`
    select coalesce(sum(points), 0) as points from invitation_shares
    where invitee_id = ${row.invitee_id} and paid_at is not null`.execute(db)
  const parts = [
    { source: 'referral', points: row.paid_at === null ? 0n : BigInt(row.reward) },
    { source: 'referral-share', points: rows[0]?.points ?? 0n },
  ] as const
  const values = { account: maskedEmail(row.username), reason: of.reason, reasonZh: of.reasonZh }
  const awards = parts
    .filter(({ points }) => points > 0n)
    .map(({ source, points }) => ({
      userId: row.inviter_id,
      source,
      amount: -points,
      operation: `${invitationOperation(row.invitee_id)}/back/${source}`,
      why: { kind: 'taken-back', values } as const,
    }))
  await awardPoints(db, awards, now)
  return parts.reduce((sum, { points }) => sum + points, 0n)
}
