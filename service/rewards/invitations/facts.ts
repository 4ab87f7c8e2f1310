import { sql } from 'kysely'
import { VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Review } from './progress.ts'

/** Facts about an invitee on a settled day. */
export interface Facts {
  id: string
  invitee_id: string
  inviter_id: string
  username: string
  review: Review
  evaluated: boolean
  earned_day: string | null
  /** Longest online time of a device, in seconds; null without a device. */
  best: number | null
  /** Whether a device was valid, whether any had revenue, and whether a valid one had. */
  valid: boolean
  revenue: boolean
  earned: boolean
  /** Points that the devices mined, less those shared in earlier parts of the day. */
  base: bigint
}

/** Facts of the next invitees by id after `after`; locks their invitations. */
export async function factsOf(
  db: Database,
  of: { day: string; part: number; after: string; limit: number },
): Promise<Facts[]> {
  const { day } = of
  const from = new Date(startOf(day))
  const to = new Date(startOf(dayAfter(day)))
  const { rows } = await sql<Facts>`
    select i.id, i.invitee_id, i.inviter_id, users.username, i.review, i.judged_at is not null as evaluated,
      i.earned_day, online.best, coalesce(online.valid, false) as valid, coalesce(online.revenue, false) as revenue,
      coalesce(online.earned, false) as earned,
      (mined.points - coalesce((
        select sum(base) from invitation_shares as s
        where s.invitee_id = i.invitee_id and s.day = ${day} and s.part < ${of.part}
      ), 0)) as base
    from (
      select * from invitations where invitee_id > ${of.after} order by invitee_id limit ${of.limit} for update
    ) as i
    join users on users.id = i.invitee_id
    left join lateral (
      select max(seconds)::int as best, bool_or(seconds > ${VALID_DEVICE_SECONDS}) as valid, bool_or(paid) as revenue,
        bool_or(paid and seconds > ${VALID_DEVICE_SECONDS}) as earned
      from devices
      cross join lateral (
        select sum(device_hours.seconds) as seconds from device_hours
        where device_id = devices.id and hour >= ${from} and hour < ${to}
      ) as hours
      cross join lateral (
        select exists (
          select from earnings where source_id = devices.id and day = ${day} and type = 'pc'
        ) as paid
      ) as money
      where devices.user_id = i.invitee_id
    ) as online on true
    cross join lateral (
      select coalesce(sum(amount), 0) as points from points
      where user_id = i.invitee_id and day = ${day} and source = 'mining'
    ) as mined
    order by i.invitee_id`.execute(db)
  return rows
}

/** Adds the day to the progress of invitees, in one statement. */
export async function recordProgress(
  db: Database,
  day: string,
  rows: readonly (Facts & { reward: bigint })[],
): Promise<void> {
  const moved = rows.filter(({ best, revenue }) => (best ?? 0) > 0 || revenue)
  if (moved.length === 0) return
  await sql`
    update invitations set
      best_day_seconds = greatest(best_day_seconds, fresh.best),
      valid_day = coalesce(valid_day, case when fresh.valid then ${day}::date end),
      earned_day = coalesce(earned_day, case when fresh.earned then ${day}::date end),
      reward = fresh.reward + invitations.reward,
      last_revenue_day = case when fresh.revenue then greatest(last_revenue_day, ${day}::date) else last_revenue_day end
    from unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ best }) => best ?? 0)}::integer[],
                ${moved.map(({ valid }) => valid)}::boolean[], ${moved.map(({ earned }) => earned)}::boolean[],
                ${moved.map(({ revenue }) => revenue)}::boolean[], ${moved.map(({ reward }) => String(reward))}::bigint[])
           as fresh (id, best, valid, earned, revenue, reward)
    where invitations.id = fresh.id`.execute(db)
}
