import { sql } from 'kysely'
import type { InviteStatus } from '#lib/contract/invitations.ts'
import { maskedEmail } from '#service/messaging/mail/email-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pageOf } from '#service/platform/db/pagination.ts'
import { activeSince, type Row, toInvitation } from './reply.ts'

const WEEK_MS = 7 * 86_400_000

/** A page of a user's invitations, newest first, with the number of all that match the filter. */
export async function invitationPage(
  db: Database,
  of: { userId: string; status: InviteStatus; now: number },
  { page, pageSize }: { page: number; pageSize: number },
) {
  let query = db.selectFrom('invitations').where('invitations.inviter_id', '=', of.userId)
  if (of.status !== 'all') query = query.where('linked_at', of.status === 'success' ? 'is not' : 'is', null)
  const listed = query
    .innerJoin('users', 'users.id', 'invitations.invitee_id')
    .selectAll('invitations')
    .select([
      'users.username',
      sql<string>`(select coalesce(sum(points), 0)::text from invitation_shares
        where invitation_shares.invitee_id = invitations.invitee_id and paid_at is not null
          and reversed_at is null)`.as('share_points'),
      sql<string>`(select coalesce(sum(points), 0)::text from invitation_shares
        where invitation_shares.invitee_id = invitations.invitee_id and paid_at is null)`.as('held_share_points'),
    ])
    .orderBy('registered_at', 'desc')
    .orderBy('invitations.id')
  const { rows, total } = await pageOf(listed, { page, size: pageSize })
  return { records: rows.map((row: Row) => toInvitation(row, of.now)), total }
}

interface Counts {
  registered: number
  week: number
  linked: number
  active: number
  held: number
}

/** Counts of a user's invitations by progress, with their points. */
export async function invitationCounts(db: Database, userId: string, now: number) {
  const { rows } = await sql<Counts>`
    select count(*)::int as registered, count(linked_at)::int as linked,
      (count(*) filter (where registered_at > ${new Date(now - WEEK_MS)}))::int as week,
      (count(*) filter (where last_revenue_day >= ${activeSince(now)}))::int as active,
      (count(*) filter (where review = 'held'))::int as held
    from invitations where inviter_id = ${userId}`.execute(db)
  const { registered = 0, week = 0, linked = 0, active = 0, held = 0 } = rows[0] ?? {}
  return {
    registered,
    registeredThisWeek: week,
    linked,
    pending: registered - linked,
    active,
    underReview: held,
    ...(await invitationPoints(db, userId)),
    referrer: await referrerOf(db, userId),
  }
}

async function invitationPoints(db: Database, userId: string) {
  const last = await db
    .selectFrom('invitation_days')
    .select('day')
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  const day = last?.day ?? null
  const { rows } = await sql<{ points: string; of_day: string }>`
    select coalesce(sum(amount), 0)::text as points,
      coalesce(sum(amount) filter (where day = ${day}), 0)::text as of_day
    from points where user_id = ${userId} and source in ('referral', 'referral-share')`.execute(db)
  const [row] = rows
  return {
    points: Math.max(0, Number(row?.points ?? 0)),
    lastDay: day === null ? null : { day, points: Number(row?.of_day ?? 0) },
  }
}

async function referrerOf(db: Database, userId: string) {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select(['users.username', 'registered_at', 'reminders_refused_at'])
    .where('invitee_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return {
    account: maskedEmail(row.username),
    since: unixSeconds(row.registered_at),
    remindersRefused: row.reminders_refused_at !== null,
  }
}

/** Registrations, first devices and points of each UTC day of a range; points taken back on a day are subtracted. */
export async function invitationDays(db: Database, of: { userId: string; startDate: string; endDate: string }) {
  const { rows } = await sql<{
    date: string
    registered: number
    linked: number
    referral: number
    share: number
    settled: boolean
  }>`
    with mine as (select * from invitations where inviter_id = ${of.userId})
    select date::date as date, settled.day is not null as settled,
      (select count(*)::int from mine where (registered_at at time zone 'UTC')::date = date) as registered,
      (select count(*)::int from mine where (linked_at at time zone 'UTC')::date = date) as linked,
      (select coalesce(sum(amount), 0)::int from points
        where user_id = ${of.userId} and day = date and source = 'referral') as referral,
      (select coalesce(sum(amount), 0)::int from points
        where user_id = ${of.userId} and day = date and source = 'referral-share') as share
    from generate_series(${of.startDate}::date, ${of.endDate}::date, interval '1 day') as dates (date)
    left join invitation_days as settled on settled.day = date and settled.ended_at is not null
    order by date`.execute(db)
  return { days: rows }
}
