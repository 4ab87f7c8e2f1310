import { sql } from 'kysely'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { inviteOrderList } from '#lib/contract/invitations.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pageOf } from '#service/platform/db/pagination.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

type ReferralRewards = ReplyOf<typeof inviteOrderList>

interface Row {
  id: string
  username: string
  day: string
  source: 'referral' | 'share'
  base: string | null
  points: string
  state: ReferralRewards['records'][number]['state']
}

/** A page of a user's referral rewards, newest day first, of all invitations or of one. Refuses INVITATION_UNKNOWN for another user's. */
export async function referralRewardPage(
  db: Database,
  of: { userId: string; id?: string | undefined },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReferralRewards> {
  if (of.id !== undefined) await assertOwn(db, of.userId, of.id)
  const own = sql`inviter_id = ${of.userId}${of.id === undefined ? sql`` : sql` and id = ${of.id}`}`
  const all = sql`
    select id, invitee_id, earned_day as day, 'referral' as source, null::text as base, reward::text as points,
      case review when 'held' then 'review' when 'refused' then 'refused' when 'reversed' then 'reversed' else 'paid' end as state
    from invitations where ${own} and earned_day is not null and reward > 0
    union all
    select mine.id, share.invitee_id, share.day, 'share', sum(share.base)::text, sum(share.points)::text,
      case when mine.review = 'reversed' then 'reversed' when bool_and(share.paid_at is not null) then 'paid'
        when mine.review = 'refused' then 'refused' else 'review' end
    from (select id, invitee_id, review from invitations where ${own}) as mine
    join invitation_shares as share using (invitee_id)
    group by mine.id, mine.review, share.invitee_id, share.day`
  const query = db
    .selectFrom(sql<Row & { invitee_id: string }>`(${all})`.as('brought'))
    .innerJoin('users', 'users.id', 'brought.invitee_id')
    .selectAll('brought')
    .select('username')
    .orderBy(sql`day desc, source, brought.id`)
  const { rows, total } = await pageOf(query, { page, size: pageSize })
  return { records: rows.map(toRecord), total }
}

const toRecord = (row: Row): ReferralRewards['records'][number] => ({
  invitationId: row.id,
  account: maskedEmail(row.username),
  day: row.day,
  source: row.source,
  base: row.base === null ? null : Number(row.base),
  points: Number(row.points),
  state: row.state,
})

async function assertOwn(db: Database, userId: string, id: string): Promise<void> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('id', '=', id)
    .where('inviter_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new RefusalError('INVITATION_UNKNOWN')
}
