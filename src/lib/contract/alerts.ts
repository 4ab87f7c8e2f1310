import * as v from 'valibot'
import { alertChannels, alertEvents, DAY_MINUTES, digests, externalChannels, offlineMinutes } from '../rules/alerts.ts'
import { isTimeZone } from '../time/zones.ts'
import { endpoint } from './endpoint.ts'
import { Id, NoFields, UnixSeconds } from './fields.ts'
import { line } from './labels.ts'

/** The alerts that a user receives outside the message box, and their channels (rules: src/lib/rules/alerts.ts). */

const Minutes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DAY_MINUTES - 1))
const Zone = v.pipe(line(64), v.check(isTimeZone))
const Choice = v.object({ event: v.picklist(alertEvents), channel: v.picklist(alertChannels), isOn: v.boolean() })
export type AlertChoice = v.InferOutput<typeof Choice>

const Quiet = v.object({ from: Minutes, to: Minutes })

const Preferences = v.object({
  /** IANA name of the time zone of the quiet hours. */
  zone: Zone,
  /** Minutes of a day; null if there are none. Locked alerts are sent during them too. */
  quiet: v.nullable(Quiet),
  offlineMinutes: v.picklist(offlineMinutes),
  digest: v.picklist(digests),
})

const Webhook = v.object({
  url: v.string(),
  /** Turned off after a week without a delivery; saving the webhook turns it on again. */
  isOff: v.boolean(),
})

/** The last delivery to an address of the user. */
const LastDelivery = v.object({
  channel: v.picklist(externalChannels),
  /** Id of the browser; empty for channels with one address. */
  recipient: v.string(),
  at: UnixSeconds,
  /** The reason in the reader's language; null when it was delivered. */
  error: v.nullable(v.string()),
})
export type LastDelivery = v.InferOutput<typeof LastDelivery>

const Muted = v.object({ id: Id, name: v.string(), isMuted: v.boolean() })

export const AlertSettings = v.object({
  /** Every cell of the settings grid. */
  choices: v.array(Choice),
  ...Preferences.entries,
  webhook: v.nullable(Webhook),
  /** Null if no bot is configured; otherwise whether a chat is linked. */
  telegram: v.nullable(v.object({ isLinked: v.boolean() })),
  push: v.object({
    /** The service's public key for push subscriptions (RFC 8292). */
    publicKey: v.string(),
    browsers: v.array(v.object({ id: Id, browser: v.string(), since: UnixSeconds })),
  }),
  devices: v.array(Muted),
  deliveries: v.array(LastDelivery),
})
export type AlertSettings = v.InferOutput<typeof AlertSettings>

export const alertSettings = endpoint('/alerts/settings', { auth: true, request: NoFields, reply: AlertSettings })

/** Saves cells of the grid; a locked cell stays on. */
export const saveChoices = endpoint('/alerts/choose', {
  auth: true,
  request: v.object({
    choices: v.pipe(v.array(Choice), v.minLength(1), v.maxLength(alertEvents.length * alertChannels.length)),
  }),
  reply: NoFields,
})

export const savePreferences = endpoint('/alerts/save', { auth: true, request: Preferences, reply: NoFields })

/** Sets or removes the webhook's address, with a new secret that is returned only once. */
export const saveWebhook = endpoint('/alerts/webhook', {
  auth: true,
  request: v.object({ url: v.nullable(line(500)) }),
  reply: v.object({ secret: v.nullable(v.string()) }),
  refuses: ['WEBHOOK_ADDRESS'],
})

/** A link into the bot's chat, valid for ten minutes; anyone who opens it gets the alerts. */
export const linkTelegram = endpoint('/alerts/telegram-link', {
  auth: true,
  request: NoFields,
  reply: v.object({ link: v.string() }),
  refuses: ['TELEGRAM_OFF'],
})
export const unlinkTelegram = endpoint('/alerts/telegram-unlink', { auth: true, request: NoFields, reply: NoFields })

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/))

/** Stores a browser's subscription; it ends with this session. */
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

/** Sends a test by a channel now, regardless of the grid, and replies after delivery: NOT_DELIVERED with `why`. */
export const testAlert = endpoint('/alerts/test', {
  auth: true,
  request: v.object({ channel: v.picklist(alertChannels) }),
  reply: NoFields,
  refuses: ['CHANNEL_NOT_SET', 'CHANNEL_GONE', 'ALERT_NOT_DELIVERED'],
})

/** Sends the newest alert again that an address did not take, and replies after delivery. */
export const sendAgain = endpoint('/alerts/again', {
  auth: true,
  request: v.object({ channel: v.picklist(externalChannels), recipient: v.union([v.literal(''), Id]) }),
  reply: NoFields,
  refuses: ['CHANNEL_NOT_SET', 'CHANNEL_GONE', 'ALERT_NOT_DELIVERED'],
})

/** A muted device causes no alerts about being offline, earning nothing or being hot. */
export const muteDevice = endpoint('/alerts/mute', {
  auth: true,
  request: v.object({ id: Id, isMuted: v.boolean() }),
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})
