import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/alerts.ts'
import {
  type AlertChannel,
  type AlertEvent,
  type AlertPreset,
  alertChannels,
  alertEvents,
  alertRule,
  isOnIn,
  presetOf,
} from '#lib/rules/alerts.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'

export type Settings = contract.AlertSettings

export const $settings = createResource(contract.alertSettings, { $payload: atom({}) })

const keyOf = (event: AlertEvent, channel: AlertChannel) => `${event}/${channel}`

/** Cells changed here and not answered yet. */
const $requested = atom<Readonly<Record<string, boolean>>>({})

/** Whether a cell of the grid is on: the pending change, or the service's value. */
export const $isOn = computed([$settings, $requested], ({ data }, requested) => {
  const known = new Map(data?.choices.map(({ event, channel, isOn }) => [keyOf(event, channel), isOn]))
  return (event: AlertEvent, channel: AlertChannel): boolean =>
    requested[keyOf(event, channel)] ?? known.get(keyOf(event, channel)) ?? false
})

/** The available channels: without a bot there is no column for it. */
export const $channels = computed($settings, ({ data }) =>
  alertChannels.filter((channel) => channel !== 'telegram' || data?.telegram != null),
)

/** The preset that the choices are; undefined if they are the user's own. */
export const $preset = computed([$isOn, $channels], presetOf)

/** Switches a cell. If saving fails, it returns to the service's value. */
export async function choose(event: AlertEvent, channel: AlertChannel, isOn: boolean): Promise<void> {
  await save([{ event, channel, isOn }])
}

/** Sets all cells that can be chosen, those of channels without a column as well. */
export async function choosePreset(preset: AlertPreset): Promise<void> {
  const cells = alertEvents.flatMap((event) => alertChannels.map((channel) => ({ event, channel })))
  const free = cells.filter(({ event, channel }) => alertRule(event, channel) !== 'locked')
  await save(free.map(({ event, channel }) => ({ event, channel, isOn: isOnIn(preset, event, channel) })))
}

async function save(choices: { event: AlertEvent; channel: AlertChannel; isOn: boolean }[]): Promise<void> {
  const changed = Object.fromEntries(choices.map(({ event, channel, isOn }) => [keyOf(event, channel), isOn]))
  $requested.set({ ...$requested.get(), ...changed })
  try {
    await call(contract.saveChoices, { choices })
  } finally {
    await $settings.reload()
    $requested.set(Object.fromEntries(Object.entries($requested.get()).filter(([key]) => !(key in changed))))
  }
}

/** Reloads after a call that changes settings, also when it failed. */
async function changing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await $settings.reload()
  }
}

type Preferences = Pick<Settings, 'zone' | 'quiet' | 'offlineMinutes' | 'digest'>

export const savePreferences = (of: Preferences) => changing(call(contract.savePreferences, of))
export const mute = (id: string, isMuted: boolean) => changing(call(contract.muteDevice, { id, isMuted }))

/** Sets or removes the address; returns the secret of a new one, which is shown only once. */
export const saveWebhook = async (url: string | null) => (await changing(call(contract.saveWebhook, { url }))).secret

/** Resolves after the test is delivered; a failure stays visible beside the channel. */
export const sendTest = (channel: AlertChannel) => changing(call(contract.testAlert, { channel }))

/** Resolves after the alert is delivered. */
export const sendAgain = ({ channel, recipient }: contract.LastDelivery) =>
  changing(call(contract.sendAgain, { channel, recipient }))

/** A link into the bot's chat. */
export const telegramLink = async () => (await call(contract.linkTelegram, {})).link
export const unlinkTelegram = () => changing(call(contract.unlinkTelegram, {}))
export const removeBrowser = (id: string) => changing(call(contract.removePush, { id }))
export const addBrowser = (of: { endpoint: string; p256dh: string; auth: string }) =>
  changing(call(contract.addPush, of))
