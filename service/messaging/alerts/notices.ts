import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { alertChoicesOf } from '../notify/choices.ts'
import { queueDispatches } from '../notify/dispatch.ts'
import { NOTICE, operatorTextsInBoth } from '../notify/operator-texts.ts'
import { reachabilityOf } from '../notify/reachability.ts'

const BATCH = 500
/** Notices that were published before this time send no alerts. */
const NEWS_MS = 86_400_000

/** Sends alerts about new notices by the channels outside the app, batch by batch; each batch commits with its progress. */
export async function notifyNotices(ctx: Context): Promise<void> {
  await addNewNotices(ctx)
  while (await ctx.db.transaction().execute((db) => notifyBatch(ctx, db))) {}
}

async function addNewNotices({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await sql`
    insert into notice_alerts (notice_id, done_up_to)
    select id, '' from notices
    where publish_at <= ${new Date(now)} and publish_at > ${new Date(now - NEWS_MS)} and withdrawn_at is null
    on conflict do nothing`.execute(db)
}

const nextNotice = (db: Database) =>
  db
    .selectFrom('notice_alerts')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .select(['notice_id', 'done_up_to', 'publish_at', 'withdrawn_at'])
    .where('ended_at', 'is', null)
    .limit(1)
    .forUpdate('notice_alerts')
    .skipLocked()
    .executeTakeFirst()

/** Users who had an account when it was published, and have set up a channel or chosen letters. */
async function usersFor(db: Database, after: string, publishAt: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id > ${after} and created_at <= ${publishAt} and (
      exists (select from push_subscriptions where user_id = users.id)
      or exists (select from alert_webhooks where user_id = users.id)
      or exists (select from alert_chats where user_id = users.id)
      or exists (select from alert_choices where user_id = users.id and event = 'announcement' and is_on))
    order by id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

async function notifyBatch(ctx: Context, db: Database): Promise<boolean> {
  const notice = await nextNotice(db)
  if (!notice) return false
  const { notice_id: id, publish_at: publishAt, done_up_to: doneUpTo } = notice
  const users = notice.withdrawn_at ? [] : await usersFor(db, doneUpTo, publishAt)
  const values = (await operatorTextsInBoth(db, NOTICE, [id])).get(id) ?? {}
  const choices = await alertChoicesOf(db, users)
  const reachability = await reachabilityOf(ctx, db, users)
  const alert = { id, event: 'announcement', kind: 'announcement', values, href: '/messages' } as const
  const dispatches = users.map((userId) => ({
    alert: { ...alert, userId, at: publishAt.getTime() },
    isMailed: false,
  }))
  await queueDispatches(ctx, db, { dispatches, choices, reachability })
  const endedAt = users.length < BATCH ? new Date(ctx.clock.now()) : null
  await db
    .updateTable('notice_alerts')
    .set({ done_up_to: users.at(-1) ?? doneUpTo, ended_at: endedAt })
    .where('notice_id', '=', id)
    .execute()
  return true
}
