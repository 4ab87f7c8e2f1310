import { LEVEL_1_FRIENDS } from '#lib/rules/ambassadors.ts'
import { dayAt } from '#lib/time/days.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'
import { notifyLevel } from './notifications.ts'

/** Number of a user's invitations that were earned, reviewed where necessary, and paid. */
export async function validFriends(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('inviter_id', '=', userId)
    .where('paid_at', 'is not', null)
    .where('review', 'in', ['open', 'accepted'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const ambassadorOf = (db: Database, userId: string) =>
  db.selectFrom('ambassadors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Applies for Lv.1, which needs more than LEVEL_1_FRIENDS valid friends. One application can be open at a time. */
export async function apply(ctx: Context, of: { userId: string; contact: string }): Promise<void> {
  await ctx.limits.spend('remindUser', of.userId)
  const friends = await validFriends(ctx.db, of.userId)
  if (friends <= LEVEL_1_FRIENDS) throw new RefusalError('TOO_FEW_FRIENDS', { friends, needed: LEVEL_1_FRIENDS + 1 })
  if (((await ambassadorOf(ctx.db, of.userId))?.level ?? 0) > 0) throw new RefusalError('AMBASSADOR_ALREADY')
  const written = await ctx.db
    .insertInto('ambassador_applications')
    .values({
      id: newId(),
      user_id: of.userId,
      contact: of.contact,
      friends,
      asked_at: new Date(ctx.clock.now()),
      state: 'open',
      decided_at: null,
      decided_by: null,
      reason: null,
      reason_zh: null,
    })
    .onConflict((conflict) => conflict.column('user_id').where('state', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new RefusalError('APPLICATION_OPEN')
}

export interface Decision extends Reason {
  userId: string
  by: string
  now: number
}

/** Columns of a reason; empty texts become null. */
const reasonColumns = ({ reason, reasonZh }: Reason) => ({ reason: reason || null, reason_zh: reasonZh || null })

const closeApplication = (db: Database, of: Decision, state: 'approved' | 'refused') =>
  db
    .updateTable('ambassador_applications')
    .set({ state, decided_at: new Date(of.now), decided_by: of.by, ...reasonColumns(of) })
    .where('user_id', '=', of.userId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Why a decision was not carried out. */
export type DecisionRefusal = 'already' | 'no-application' | 'too-few-friends' | 'no-ambassador'

/** Approves the open application of a user who still has enough valid friends. */
export async function approve(db: Database, of: Decision): Promise<DecisionRefusal | undefined> {
  if (((await ambassadorOf(db, of.userId))?.level ?? 0) > 0) return 'already'
  if ((await closeApplication(db, of, 'approved')).numUpdatedRows === 0n) return 'no-application'
  if ((await validFriends(db, of.userId)) <= LEVEL_1_FRIENDS) return 'too-few-friends'
  return beginLevel1(db, of, 'approved')
}

/** Appoints an ambassador regardless of the rules, as the history then shows; an open application is approved with it. */
export async function appoint(db: Database, of: Decision): Promise<DecisionRefusal | undefined> {
  const refusal = await beginLevel1(db, of, 'appointed')
  if (!refusal) await closeApplication(db, of, 'approved')
  return refusal
}

/** Sets Lv.1 from today on. */
async function beginLevel1(
  db: Database,
  of: Decision,
  cause: 'approved' | 'appointed',
): Promise<DecisionRefusal | undefined> {
  const today = dayAt(of.now)
  const fresh = { level: 1, since: today, level_since: today, days_two: 0, days_three: 0, days_below: 0 }
  const written = await db
    .insertInto('ambassadors')
    .values({ user_id: of.userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh).where('ambassadors.level', '=', 0))
    .returning('user_id')
    .executeTakeFirst()
  if (!written) return 'already'
  await recordLevelChange(db, of, { before: 0, after: 1, cause })
  return undefined
}

/** Refuses the open application. */
export async function refuse(db: Database, of: Decision): Promise<DecisionRefusal | undefined> {
  const { numUpdatedRows } = await closeApplication(db, of, 'refused')
  if (numUpdatedRows === 0n) return 'no-application'
  await notify(db, {
    userId: of.userId,
    source: `ambassador/refused/${of.now}`,
    kind: 'ambassadorRefused',
    values: { reason: of.reason, reasonZh: of.reasonZh },
    at: of.now,
  })
  return undefined
}

/** Ends the status of an ambassador. */
export async function revoke(db: Database, of: Decision): Promise<DecisionRefusal | undefined> {
  const before = await db
    .selectFrom('ambassadors')
    .select('level')
    .where('user_id', '=', of.userId)
    .where('level', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return 'no-ambassador'
  await db
    .updateTable('ambassadors')
    .set({ level: 0, level_since: dayAt(of.now), days_two: 0, days_three: 0, days_below: 0 })
    .where('user_id', '=', of.userId)
    .execute()
  await recordLevelChange(db, of, { before: before.level, after: 0, cause: 'revoked' })
  return undefined
}

async function recordLevelChange(
  db: Database,
  of: Decision,
  step: { before: number; after: number; cause: 'approved' | 'appointed' | 'revoked' },
): Promise<void> {
  const day = dayAt(of.now)
  await db
    .insertInto('ambassador_history')
    .values({
      user_id: of.userId,
      day,
      at: new Date(of.now),
      level_before: step.before,
      level_after: step.after,
      cause: step.cause,
      ...reasonColumns(of),
    })
    .execute()
  const change = { user_id: of.userId, level_after: step.after, cause: step.cause, day, at: of.now }
  await notifyLevel(db, { ...change, reason: of.reason, reasonZh: of.reasonZh })
}
