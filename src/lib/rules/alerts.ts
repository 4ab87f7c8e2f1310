/** Alert events and the channels that deliver them. */

export const alertEvents = [
  'offline',
  'idle',
  'hot',
  'withdrawal',
  'order',
  'deposit',
  'rental',
  'signIn',
  'security',
  'lowBalance',
  'settlement',
  'ambassador',
  'task',
  'invitation',
  'report',
  'announcement',
] as const
export type AlertEvent = (typeof alertEvents)[number]

/** In the app, by mail, to a browser or phone by web push, to an address of the user's own, by a Telegram bot. */
export const alertChannels = ['app', 'email', 'push', 'webhook', 'telegram'] as const
export type AlertChannel = (typeof alertChannels)[number]
/** Channels outside the message box. */
export type ExternalChannel = Exclude<AlertChannel, 'app'>
export const externalChannels: readonly ExternalChannel[] = ['email', 'push', 'webhook', 'telegram']

/**
 * `locked` is always on: alerts about money and sign-in are always delivered, and messages to a user are always in the
 * box, the only place to read them.
 */
export type AlertRule = 'locked' | 'on' | 'off'

type Row = Partial<Record<AlertChannel, AlertRule>>
const externalDefaults: Row = { push: 'on', webhook: 'on', telegram: 'on' }

/** Defaults. Channels that need a set-up are chosen by that set-up. */
const rules: Readonly<Record<AlertEvent, Row>> = {
  offline: { app: 'on', email: 'on', ...externalDefaults },
  idle: { app: 'on', email: 'off', ...externalDefaults },
  hot: { app: 'on', email: 'on', ...externalDefaults },
  withdrawal: { app: 'locked', email: 'locked', ...externalDefaults },
  order: { app: 'locked', email: 'locked', ...externalDefaults },
  deposit: { app: 'locked', email: 'on', ...externalDefaults },
  rental: { app: 'locked', email: 'on', ...externalDefaults },
  signIn: { app: 'locked', email: 'locked', ...externalDefaults },
  security: { app: 'locked', email: 'locked', ...externalDefaults },
  lowBalance: { app: 'on', email: 'on', ...externalDefaults },
  settlement: {},
  ambassador: { app: 'on', email: 'off', ...externalDefaults },
  task: { app: 'on', email: 'on', ...externalDefaults },
  invitation: { app: 'on', email: 'off', ...externalDefaults },
  report: { app: 'locked', email: 'on', ...externalDefaults },
  announcement: { app: 'locked', email: 'off', ...externalDefaults },
}

/** Locked in the app because the event is a message itself, not because of money. */
export const isMessageItself = (event: AlertEvent): boolean => event === 'report' || event === 'announcement'

export const alertRule = (event: AlertEvent, channel: AlertChannel): AlertRule => rules[event][channel] ?? 'off'

/** Events about money and sign-in, whose alerts are tried for days where a recipient does not answer. */
const lastingEvents: readonly AlertEvent[] = [
  'withdrawal',
  'order',
  'deposit',
  'rental',
  'signIn',
  'security',
  'lowBalance',
]
export const isLasting = (event: AlertEvent): boolean => lastingEvents.includes(event)

/** Whole settings to begin with: what is always on alone, the defaults, and everything. */
export const alertPresets = ['quiet', 'normal', 'everything'] as const
export type AlertPreset = (typeof alertPresets)[number]

export function isOnIn(preset: AlertPreset, event: AlertEvent, channel: AlertChannel): boolean {
  const rule = alertRule(event, channel)
  return rule === 'locked' || preset === 'everything' || (preset === 'normal' && rule === 'on')
}

/** The preset that some choices are, or undefined for choices of the user's own. */
export const presetOf = (
  isOn: (event: AlertEvent, channel: AlertChannel) => boolean,
  channels: readonly AlertChannel[],
): AlertPreset | undefined =>
  alertPresets.find((preset) =>
    alertEvents.every((event) => channels.every((channel) => isOn(event, channel) === isOnIn(preset, event, channel))),
  )

/** Choices of minutes offline after which an alert is sent. */
export const offlineMinutes = [5, 10, 15, 30] as const
export type OfflineMinutes = (typeof offlineMinutes)[number]

export const digests = ['none', 'daily', 'weekly'] as const

/** Minutes in a day. */
export const DAY_MINUTES = 1440

/** `22:30` as minutes of a day, or undefined for what is no time. */
export function minutesOf(time: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined
}

/** `22:30` of minutes of a day. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
