import * as v from 'valibot'
import { alertChannels, alertEvents, DAY_MINUTES, digests, offlineMinutes } from '../rules/alerts.ts'
import { isTimeZone } from '../time/zones.ts'
import { endpoint } from './endpoint.ts'
import { Id, NoFields, UnixSeconds } from './fields.ts'
import { line } from './labels.ts'

/** What a user is told of beside the box of messages, and how (rules: src/lib/rules/alerts.ts). */

const Minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DAY_MINUTES - 1))
const Zone = v.pipe(line(64), v.check(isTimeZone))
const Choice = v.object({ event: v.picklist(alertEvents), channel: v.picklist(alertChannels), isOn: v.boolean() })
export type AlertChoice = v.InferOutput<typeof Choice>

const Quiet = v.object({ from: Minutes, to: Minutes })

const Preferences = v.object({
  /** Name of the IANA time zone in which the quiet hours stand. */
  zone: Zone,
  /** Minutes of a day; null while there are none. What is locked comes all the same. */
  quiet: v.nullable(Quiet),
  offlineMinutes: v.picklist(offlineMinutes),
  digest: v.picklist(digests),
})

const Webhook = v.object({
  url: v.string(),
  /** Given up after many failures; saving it again begins anew. */
  isOff: v.boolean(),
  lastError: v.nullable(v.string()),
})

const Muted = v.object({ id: Id, name: v.string(), isMuted: v.boolean() })

export const AlertSettings = v.object({
  /** Every cell of the grid. */
  choices: v.array(Choice),
  ...Preferences.entries,
  webhook: v.nullable(Webhook),
  /** Null where no bot is configured; whether it is linked to a chat otherwise. */
  telegram: v.nullable(v.object({ isLinked: v.boolean() })),
  push: v.object({
    /** The service's public key, by which a browser subscribes (RFC 8292). */
    publicKey: v.string(),
    browsers: v.array(v.object({ id: Id, browser: v.string(), since: UnixSeconds })),
  }),
  devices: v.array(Muted),
})
export type AlertSettings = v.InferOutput<typeof AlertSettings>

export const alertSettings = endpoint('/alerts/settings', { auth: true, request: NoFields, reply: AlertSettings })

/** Saves cells of the grid; a locked one stays on. */
export const saveChoices = endpoint('/alerts/choose', {
  auth: true,
  request: v.object({
    choices: v.pipe(v.array(Choice), v.minLength(1), v.maxLength(alertEvents.length * alertChannels.length)),
  }),
  reply: NoFields,
})

export const savePreferences = endpoint('/alerts/save', { auth: true, request: Preferences, reply: NoFields })

/** Sets the address that alerts are posted to, with a new secret, or takes it away. The secret is told this once. */
export const saveWebhook = endpoint('/alerts/webhook', {
  auth: true,
  request: v.object({ url: v.nullable(line(500)) }),
  reply: v.object({ secret: v.nullable(v.string()) }),
  refuses: ['WEBHOOK_ADDRESS'],
})

/** A link into the bot's chat, good for ten minutes: whoever opens it gets the alerts. */
export const linkTelegram = endpoint('/alerts/telegram-link', {
  auth: true,
  request: NoFields,
  reply: v.object({ link: v.string() }),
  refuses: ['TELEGRAM_OFF'],
})
export const unlinkTelegram = endpoint('/alerts/telegram-unlink', { auth: true, request: NoFields, reply: NoFields })

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/))

/** Keeps a browser's subscription for this session: it ends with it. */
export const addPush = endpoint('/alerts/push-add', {
  auth: true,
  request: v.object({ endpoint: line(1000), p256dh: Key, auth: Key }),
  reply: v.object({ id: Id }),
  refuses: ['PUSH_ADDRESS'],
})
export const removePush = endpoint('/alerts/push-remove', {
  auth: true,
  request: v.object({ id: Id }),
  reply: NoFields,
})

/** Sends one by a way, now, whatever the grid says, and answers once it is delivered: NOT_DELIVERED with `why`. */
export const testAlert = endpoint('/alerts/test', {
  auth: true,
  request: v.object({ channel: v.picklist(alertChannels) }),
  reply: NoFields,
  refuses: ['CHANNEL_NOT_SET', 'CHANNEL_GONE', 'ALERT_NOT_DELIVERED'],
})

/** A muted device is not told of when it is silent or earns nothing. */
export const muteDevice = endpoint('/alerts/mute', {
  auth: true,
  request: v.object({ id: Id, isMuted: v.boolean() }),
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})
