import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { publish } from '#service/platform/live/publish.ts'
import type { BilingualText } from '#service/platform/operator/texts.ts'
import { addMessages } from '../notify/user-messages.ts'
import type { Audience } from './tables.ts'

/** Users of one transaction. */
const BATCH = 500

/** Condition for the audience, in a statement that has `users` in scope. */
function audienceSql({ userId, hasDevice, joinedFrom, joinedBefore }: Audience) {
  const bound = sql`exists (select from devices where devices.user_id = users.id and devices.unbound_at is null)`
  const conditions = [
    userId !== undefined && sql`users.id = ${userId}`,
    hasDevice === true && bound,
    hasDevice === false && sql`not ${bound}`,
    joinedFrom !== undefined && sql`users.created_at >= ${new Date(joinedFrom)}`,
    joinedBefore !== undefined && sql`users.created_at < ${new Date(joinedBefore)}`,
  ].filter((one) => one !== false)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The current size of an audience. */
export async function countAudience(db: Database, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from users where ${audienceSql(audience)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Delivers unfinished broadcasts to the inboxes of their audience, batch by batch. Each batch commits with its progress, so
 * that any node can continue after a restart.
 */
export async function sendBroadcasts(ctx: Context): Promise<void> {
  while (await ctx.db.transaction().execute((db) => sendBatch(db, ctx.clock.now()))) {}
}

async function sendBatch(db: Database, now: number): Promise<boolean> {
  const broadcast = await db
    .selectFrom('broadcasts')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!broadcast) return false
  const { id, filter, done_up_to: doneUpTo, created_at: createdAt } = broadcast
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', doneUpTo)
    .where('created_at', '<=', createdAt)
    .where(sql<boolean>`${audienceSql(filter)}`)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const message = { category: 'message', source: `broadcast/${id}`, kind: 'broadcast', read_at: null } as const
  const details = JSON.stringify({ broadcast: id })
  const rows = users.map((user) => ({ ...message, id: newId(), user_id: user.id, details, at: new Date(now) }))
  if (rows.length > 0) {
    await addMessages(db, rows)
    await publish(db, ...users.map((user) => user.id))
  }
  const ended = users.length < BATCH ? { ended_at: new Date(now) } : {}
  await db
    .updateTable('broadcasts')
    .set({ sent: broadcast.sent + rows.length, done_up_to: users.at(-1)?.id ?? doneUpTo, ...ended })
    .where('id', '=', id)
    .execute()
  return true
}

/** Adds a message of an operator, which `sendBroadcasts` leaves in the boxes of its audience. */
export async function addBroadcast(
  db: Database,
  { audience, ...row }: BilingualText & { id: string; audience: Audience; created_at: Date; created_by: string },
): Promise<void> {
  await db
    .insertInto('broadcasts')
    .values({ ...row, filter: JSON.stringify(audience), done_up_to: '', sent: 0, ended_at: null })
    .execute()
}
