import type { AlertChoice, AlertSettings, LastDelivery } from '#lib/contract/alerts.ts'
import { alertChannels, alertEvents, alertRule } from '#lib/rules/alerts.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { alertChoicesOf, saveChoices } from '../notify/choices.ts'
import { failureText } from '../notify/failures.ts'
import { saveSettings } from '../notify/settings.ts'

/** Maximum devices on the screen that mutes them one by one. */
const MAX_DEVICES = 200

/** A user's choices and channels. */
export async function settingsOf(ctx: Context, userId: string, lang: Lang): Promise<AlertSettings> {
  const { db } = ctx
  const choices = await alertChoicesOf(db, [userId])
  const row = await db.selectFrom('alert_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const webhook = await db.selectFrom('alert_webhooks').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return {
    choices: alertEvents.flatMap((event) =>
      alertChannels.map((channel) => ({ event, channel, isOn: choices(userId, event, channel) })),
    ),
    zone: row?.zone ?? 'UTC',
    quiet: row?.quiet_from == null || row.quiet_to == null ? null : { from: row.quiet_from, to: row.quiet_to },
    offlineMinutes: row?.offline_minutes ?? 15,
    digest: row?.digest ?? 'none',
    webhook: webhook
      ? {
          url: webhook.url,
          isOff: webhook.off_at !== null,
        }
      : null,
    telegram: await chatOf(ctx, userId),
    push: { publicKey: ctx.push.publicKey, browsers: await browsersOf(ctx, userId) },
    devices: await devicesOf(db, userId),
    deliveries: await deliveriesOf(db, userId, lang),
  }
}

async function deliveriesOf(db: Database, userId: string, lang: Lang): Promise<LastDelivery[]> {
  const rows = await db
    .selectFrom('alert_recipients')
    .select(['channel', 'recipient', 'last_at', 'last_error'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ channel, recipient, last_at: at, last_error: error }) => ({
    ...{ channel, recipient, at: unixSeconds(at) },
    error: error === null ? null : failureText(error, lang),
  }))
}

async function chatOf({ db, telegram }: Context, userId: string): Promise<AlertSettings['telegram']> {
  if (!telegram) return null
  const chat = await db.selectFrom('alert_chats').select('chat_id').where('user_id', '=', userId).executeTakeFirst()
  return { isLinked: chat !== undefined }
}

async function browsersOf({ db, clock }: Context, userId: string) {
  const rows = await db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.browser', 'push_subscriptions.created_at'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('push_subscriptions.created_at')
    .execute()
  return rows.map(({ id, browser, created_at: since }) => ({ id, browser, since: unixSeconds(since) }))
}

async function devicesOf(db: Database, userId: string) {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_alerts', 'device_id', 'devices.id')
    .select(['devices.id', 'name', 'is_muted'])
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .orderBy('name')
    .orderBy('devices.id')
    .limit(MAX_DEVICES)
    .execute()
  return rows.map(({ id, name, is_muted: isMuted }) => ({ id, name, isMuted: isMuted === true }))
}

/** Saves cells of the grid. Locked cells are ignored: they stay on. */
export async function saveChoicesOf(db: Database, userId: string, choices: readonly AlertChoice[]): Promise<void> {
  const open = choices.filter(({ event, channel }) => alertRule(event, channel) !== 'locked')
  // When a cell occurs twice the last value counts; a statement may not touch a row twice.
  const cells = new Map(open.map((one) => [`${one.event}/${one.channel}`, one]))
  if (cells.size === 0) return
  const rows = [...cells.values()].map(({ event, channel, isOn }) => ({ user_id: userId, event, channel, is_on: isOn }))
  await saveChoices(db, rows)
}

type Preferences = Pick<AlertSettings, 'zone' | 'quiet' | 'offlineMinutes' | 'digest'>

export async function savePreferencesOf(
  { db, clock }: Context,
  userId: string,
  { zone, quiet, offlineMinutes, digest, lang }: Preferences & { lang: Lang },
): Promise<void> {
  const now = new Date(clock.now())
  const settings = {
    lang,
    zone,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    offline_minutes: offlineMinutes,
    digest,
  }
  await saveSettings(db, { userId, settings, now })
}
