import { sql } from 'kysely'
import { MAX_PAID_A_DAY } from '#lib/rules/invitations.ts'
import { INVITATION_POINTS } from '#lib/rules/points.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Facts, factsOf, recordProgress } from './facts.ts'
import { notifyInviter } from './notifications.ts'
import { type Due, payDue } from './pay-rewards.ts'
import { shareOf } from './progress.ts'
import { reasonsFor } from './review-reasons.ts'
import type { Reason } from './tables.ts'

/** Invitees of one transaction. */
const BATCH = 500

/**
 * Rewards inviters for settled days, oldest first. Safe to run twice, by several nodes at once, and after a crash at any step: each
 * batch of invitees is one transaction that locks the day's row and moves its cursor.
 */
export async function rewardInvitations(ctx: Context, inviteesAtOnce = BATCH): Promise<void> {
  for (let day = await nextDay(ctx.db); day !== undefined; day = await nextDay(ctx.db))
    while (!(await rewardBatch(ctx, day, inviteesAtOnce))) {}
}

interface Day {
  day: string
  part: number
}

/** The first settled day, or later part of one, that is not rewarded completely. */
async function nextDay(db: Database): Promise<Day | undefined> {
  return db
    .selectFrom('settlements')
    .leftJoin('invitation_days', 'invitation_days.day', 'settlements.day')
    .select(['settlements.day', 'settlements.part'])
    .where('settlements.ended_at', 'is not', null)
    .where((expression) =>
      expression.or([
        expression('invitation_days.ended_at', 'is', null),
        expression('invitation_days.part', '<', expression.ref('settlements.part')),
      ]),
    )
    .orderBy('settlements.day')
    .limit(1)
    .executeTakeFirst()
}

/** Locks the day's row for a part and returns its cursor; undefined when another node has finished it meanwhile. */
async function lockDay(db: Database, { day, part }: Day): Promise<string | undefined> {
  const fresh = { part, last_invitee: '', ended_at: null }
  await db
    .insertInto('invitation_days')
    .values({ day, ...fresh })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(fresh).where('invitation_days.part', '<', part))
    .execute()
  const row = await db.selectFrom('invitation_days').selectAll().where('day', '=', day).forUpdate().executeTakeFirst()
  return row && row.part === part && row.ended_at === null ? row.last_invitee : undefined
}

/** One transaction of a day; true when the day is done. */
function rewardBatch(ctx: Context, of: Day, maxInvitees: number): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const after = await lockDay(db, of)
    if (after === undefined) return true
    const facts = await factsOf(db, { ...of, after, limit: maxInvitees })
    const earning = (one: Facts) => one.earned && one.earned_day === null && !isClosed(one)
    const reward = (one: Facts) => (earning(one) ? BigInt(INVITATION_POINTS) : 0n)
    await recordProgress(
      db,
      of.day,
      facts.map((one) => ({ ...one, reward: reward(one) })),
    )
    const due = facts.filter((one) => !isClosed(one) && (earning(one) || one.base > 0n))
    const held = await holdSuspicious(db, { due, day: of.day, earning, now })
    const dues = due.map((one) => dueOf(one, { ...of, points: reward(one) }))
    await addShares(db, due, dues)
    const isDone = facts.length < maxInvitees
    await db
      .updateTable('invitation_days')
      .set({ last_invitee: facts.at(-1)?.invitee_id ?? after, ended_at: isDone ? new Date(now) : null })
      .where('day', '=', of.day)
      .execute()
    for (const one of due) if (held.has(one.id)) await notifyInviter(db, { ...one, at: now }, 'held')
    const paid = dues.filter((_, index) => !held.has(due[index]?.id ?? '') && due[index]?.review !== 'held')
    for (const { inviteeId, invitation } of paid) {
      const one = due.find(({ invitee_id }) => invitee_id === inviteeId)
      if (one && invitation) await notifyInviter(db, { ...one, at: now }, 'paid')
    }
    await payDue(db, paid, now)
    return isDone
  })
}

const isClosed = ({ review }: Facts): boolean => review === 'refused' || review === 'reversed'

function dueOf(one: Facts, { day, part, points }: Day & { points: bigint }): Due {
  const { base } = one
  return {
    inviterId: one.inviter_id,
    inviteeId: one.invitee_id,
    username: one.username,
    invitation: points > 0n ? { day, points } : undefined,
    shares: base > 0n ? [{ day, part, ...shareOf(base) }] : [],
  }
}

async function addShares(db: Database, facts: readonly Facts[], dues: readonly Due[]): Promise<void> {
  const rows = dues.flatMap(({ shares, inviteeId, inviterId }, index) =>
    shares.map((share) => ({ ...share, inviteeId, inviterId, base: facts[index]?.base ?? 0n })),
  )
  if (rows.length === 0) return
  await sql`
    insert into invitation_shares (invitee_id, day, part, inviter_id, base, points, hundredths)
    select * from unnest(${rows.map(({ inviteeId }) => inviteeId)}::text[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ part }) => part)}::smallint[], ${rows.map(({ inviterId }) => inviterId)}::text[],
      ${rows.map(({ base }) => String(base))}::bigint[], ${rows.map(({ points }) => String(points))}::bigint[],
      ${rows.map(({ hundredths }) => hundredths)}::integer[])`.execute(db)
}

interface HoldInput {
  due: readonly Facts[]
  day: string
  earning(one: Facts): boolean
  now: number
}

/**
 * Holds invitations that need a review; returns the ids of those that are newly held. Each is evaluated at its first reward and again
 * when it is earned, because a machine may have been borrowed since.
 */
async function holdSuspicious(db: Database, { due, day, earning, now }: HoldInput): Promise<Set<string>> {
  const open = due.filter(({ review }) => review === 'open')
  const fresh = open.filter((one) => !one.evaluated || earning(one)).map(({ invitee_id }) => invitee_id)
  const found = fresh.length > 0 ? await reasonsFor(db, fresh, now) : new Map<string, Reason[]>()
  const counts = await paidOn(
    db,
    day,
    open.filter(earning).map(({ inviter_id }) => inviter_id),
  )
  for (const one of open.filter(earning)) {
    if (found.has(one.invitee_id)) continue
    const count = (counts.get(one.inviter_id) ?? 0) + 1
    if (count > MAX_PAID_A_DAY) found.set(one.invitee_id, [{ sign: 'many', evidence: String(count) }])
    else counts.set(one.inviter_id, count)
  }
  const held = open.filter(({ invitee_id }) => found.has(invitee_id))
  await sql`
    update invitations set review = 'held', reasons = fresh.reasons, judged_at = ${new Date(now)}
    from unnest(${held.map(({ id }) => id)}::text[],
                ${held.map(({ invitee_id }) => JSON.stringify(found.get(invitee_id)))}::jsonb[]) as fresh (id, reasons)
    where invitations.id = fresh.id`.execute(db)
  await sql`
    update invitations set judged_at = ${new Date(now)}
    where judged_at is null and invitee_id = any(${fresh}::text[])`.execute(db)
  return new Set(held.map(({ id }) => id))
}

/** Number of invitations of each inviter that were paid for a day so far. */
async function paidOn(db: Database, day: string, inviterIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ inviter_id: string; count: number }>`
    select inviter_id, count(*)::int as count from invitations
    where inviter_id = any(${[...inviterIds]}::text[]) and earned_day = ${day} and paid_at is not null
    group by inviter_id`.execute(db)
  return new Map(rows.map(({ inviter_id, count }) => [inviter_id, count]))
}
