import { sql } from 'kysely'
import { INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import { ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Award, awardPoints } from '../points/award.ts'

/** Rewards due for an invitee: the points of the invitation once, and a share for each part of a day. */
export interface Due {
  inviterId: string
  inviteeId: string
  /** Mail address of the invitee; show it only masked. */
  username: string
  /** The day on which the invitation was earned, and its points, if they are due. */
  invitation?: { day: string; points: bigint } | undefined
  shares: readonly { day: string; part: number; points: bigint; hundredths: number }[]
}

export const invitationOperation = (inviteeId: string): string => `invitation/${inviteeId}`
export const shareOperation = (inviteeId: string, { day, part }: { day: string; part: number }): string =>
  `invitation-share/${day}/${inviteeId}${part > 0 ? `/${part}` : ''}`

function awardsOf({ inviterId: userId, inviteeId, username, invitation, shares }: Due): Award[] {
  const account = maskedEmail(username)
  const awards: Award[] = shares
    .filter(({ points }) => points > 0n)
    .map(({ day, part, points }) => ({
      userId,
      source: 'referral-share',
      amount: points,
      operation: shareOperation(inviteeId, { day, part }),
      why: { kind: 'invitee-mined', values: { account, day, percent: String(INVITATION_SHARE_PERCENT) } },
      day,
    }))
  if (invitation)
    awards.push({
      userId,
      source: 'referral',
      amount: invitation.points,
      operation: invitationOperation(inviteeId),
      why: { kind: 'invited', values: { account, day: invitation.day } },
      day: invitation.day,
    })
  return awards
}

/**
 * Credits rewards, each once, and books what rounding cuts off to the platform's residue. The caller must hold the rows of the
 * invitations. Posts to the ledger, so call it last in the transaction.
 */
export async function payDue(db: Database, dues: readonly Due[], now: number): Promise<void> {
  await markPaid(db, dues, now)
  const cut = dues.reduce((sum, { shares }) => sum + shares.reduce((all, { hundredths }) => all + hundredths, 0), 0)
  const whole = cut > 0 ? await addResidue(db, cut) : undefined
  await awardPoints(db, dues.flatMap(awardsOf), now)
  if (whole === undefined || whole.points === 0n) return
  await post(
    db,
    [
      {
        operation: `invitation-residue/${whole.after}`,
        kind: 'points-residue',
        entries: [
          { account: ofPlatform('POINTS', 'rewards'), amount: -whole.points },
          { account: ofPlatform('POINTS', 'residue'), amount: whole.points },
        ],
      },
    ],
    now,
  )
}

async function markPaid(db: Database, dues: readonly Due[], now: number): Promise<void> {
  const at = new Date(now)
  const invitees = dues.filter(({ invitation }) => invitation).map(({ inviteeId }) => inviteeId)
  const shares = dues.flatMap(({ inviteeId, shares }) => shares.map((share) => ({ inviteeId, ...share })))
  await sql`
    update invitations set paid_at = ${at} where paid_at is null and invitee_id = any(${invitees}::text[])`.execute(db)
  await sql`
    update invitation_shares as share set paid_at = ${at}
    from unnest(${shares.map(({ inviteeId }) => inviteeId)}::text[], ${shares.map(({ day }) => day)}::date[],
                ${shares.map(({ part }) => part)}::smallint[]) as due (invitee_id, day, part)
    where share.invitee_id = due.invitee_id and share.day = due.day and share.part = due.part
      and share.paid_at is null`.execute(db)
}

/** Adds hundredths of points to the residue; returns the whole points that it passes, and the new total as a unique key. */
async function addResidue(db: Database, hundredths: number): Promise<{ points: bigint; after: string }> {
  const { rows } = await sql<{ before: bigint; total: bigint }>`
    update invitation_residue set total = total + ${hundredths}
    returning (total - ${hundredths})::numeric as before, total::numeric as total`.execute(db)
  const [row] = rows
  const { before, total } = row ?? { before: 0n, total: 0n }
  return { points: total / 100n - before / 100n, after: String(total) }
}
