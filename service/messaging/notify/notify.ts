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

/** Rows of one statement: its values are one JSON text. */
const BATCH = 1000

/**
 * A row of the statement. `event` is null where messages of the kind cannot be switched off in the app; `is_on` is the choice of
 * those who have made none.
 */
function toRow<Kind extends MessageKind>(news: UserNotification<Kind>) {
  const { userId, category = 'message', source, kind, values, at, isMailed = false } = news
  const { event } = kindInfo(kind)
  const rule = event && alertRule(event, 'app')
  const choice = { event: rule === 'locked' ? null : (event ?? null), is_on: rule === 'on' }
  const message = { user_id: userId, category, source, kind, details: values, at: new Date(at), is_mailed: isMailed }
  return { id: newId(), ...message, ...choice }
}

/** jsonb takes no NUL and no half of a surrogate pair: one such name would lose the messages of a whole batch. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

/**
 * Notifies users in the transaction of the event: adds a message to the inbox, once for each source, and an outbox row for the
 * other channels (service/messaging/notify/dispatch.ts). Both commit with the event, whether the caller is an API call, a job or the
 * operator's program. Messages that a user has switched off in the app are stored as read.
 */
export async function notifyAll<Kind extends MessageKind>(
  db: Database,
  news: readonly UserNotification<Kind>[],
): Promise<void> {
  for (let first = 0; first < news.length; first += BATCH) {
    const rows = news.slice(first, first + BATCH).map((one) => toRow(one))
    const { rows: notified } = await sql<{ user_id: string }>`
      with news as (
        select * from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb) as news(
          id text, user_id text, category text, source text, kind text, details jsonb, at timestamptz,
          is_mailed boolean, event text, is_on boolean)
      ), inserted as (
        insert into user_messages (id, user_id, category, source, kind, details, at, read_at)
        select id, news.user_id, category, source, kind, details, at,
          case when news.event is not null and not coalesce(alert_choices.is_on, news.is_on) then at end
        from news left join alert_choices on alert_choices.user_id = news.user_id
          and alert_choices.event = news.event and channel = 'app'
        on conflict (user_id, source) do nothing
        returning id, user_id
      ), untold as (
        insert into alerts_untold (message_id, is_mailed, at)
        select id, is_mailed, at from inserted join news using (id)
      )
      select distinct user_id from inserted`.execute(db)
    if (notified.length > 0) await publish(db, ...notified.map(({ user_id: id }) => id))
  }
}

/** Notifies one user (see `notifyAll`). */
export const notify = <Kind extends MessageKind>(db: Database, news: UserNotification<Kind>): Promise<void> =>
  notifyAll(db, [news])

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
  await queueLetter(ctx, db, writeLetter(ctx, { to, lang, kind: news.kind }, news.values))
  await notify(db, { ...news, isMailed: true })
}
