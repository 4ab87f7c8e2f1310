import { sql } from 'kysely'
import type { Message } from '#lib/contract/messages.ts'
import { alertRule } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { newId } from '#service/platform/ids.ts'
import { publish } from '#service/platform/live/publish.ts'
import type { LetterValues } from '../mail/letter-values.ts'
import { queueLetter, writeLetter } from '../mail/letters.ts'
import { kindInfo, type MessageKind } from './kinds.ts'

export interface UserNotification<Kind extends MessageKind = MessageKind> {
  userId: string
  /** Category in the inbox; default `message`. */
  category?: Message['category']
  /** Identifies the event: a second notification of the same source is dropped. */
  source: string
  kind: Kind
  values: LetterValues<Kind>
  /** Unix milliseconds. */
  at: number
  /** Whether a letter with the same text is sent separately. */
  isMailed?: boolean
}

/** Whether the user has switched off such messages in the app: they are stored as read. */
function isSilent(userId: string, kind: string) {
  const { event } = kindInfo(kind)
  const rule = event && alertRule(event, 'app')
  if (event === undefined || rule === 'locked') return sql<boolean>`false`
  const chosen = sql<boolean>`(select is_on from alert_choices
    where user_id = ${userId} and event = ${event} and channel = 'app')`
  return sql<boolean>`not coalesce(${chosen}, ${rule === 'on'})`
}

/**
 * Notifies a user in the transaction of the event: adds a message to the inbox, once for each source, and an outbox row for the
 * other channels (service/messaging/notify/dispatch.ts). Both commit with the event, whether the caller is an API call, a job or the
 * operator's program.
 */
export async function notify<Kind extends MessageKind>(db: Database, news: UserNotification<Kind>): Promise<void> {
  const { userId, category = 'message', source, kind, values, at, isMailed = false } = news
  const details = JSON.stringify(values)
  const time = new Date(at)
  const readAt = sql<Date | null>`case when ${isSilent(userId, kind)} then ${time}::timestamptz end`
  const inserted = await db
    .insertInto('user_messages')
    .values({ id: newId(), user_id: userId, category, source, kind, details, at: time, read_at: readAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  await publish(db, userId)
  await db.insertInto('alerts_untold').values({ message_id: inserted.id, is_mailed: isMailed, at: time }).execute()
}

export interface MailedNotification<Kind extends MessageKind> extends Omit<UserNotification<Kind>, 'isMailed'> {
  /** Recipient and language of the letter. */
  to: string
  lang: Lang
}

/** Notifies a user and queues a letter with the same text, which does not depend on the user's choices. */
export async function notifyByMail<Kind extends MessageKind>(
  ctx: Context,
  db: Database,
  { to, lang, ...news }: MailedNotification<Kind>,
): Promise<void> {
  await queueLetter(ctx, db, writeLetter({ to, lang, kind: news.kind }, news.values))
  await notify(db, { ...news, isMailed: true })
}
