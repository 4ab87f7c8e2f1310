import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/alerts.ts'
import { type AlertChannel, type AlertEvent, alertChannels } from '#lib/rules/alerts.ts'
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

/** Switches a cell. If saving fails, it returns to the service's value. */
export async function choose(event: AlertEvent, channel: AlertChannel, isOn: boolean): Promise<void> {
  const key = keyOf(event, channel)
  $requested.set({ ...$requested.get(), [key]: isOn })
  try {
    await call(contract.saveChoices, { choices: [{ event, channel, isOn }] })
  } finally {
    await $settings.reload()
    const { [key]: _, ...others } = $requested.get()
    $requested.set(others)
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

/** A link into the bot's chat. */
export const telegramLink = async () => (await call(contract.linkTelegram, {})).link
export const unlinkTelegram = () => changing(call(contract.unlinkTelegram, {}))
export const removeBrowser = (id: string) => changing(call(contract.removePush, { id }))
export const addBrowser = (of: { endpoint: string; p256dh: string; auth: string }) =>
  changing(call(contract.addPush, of))
