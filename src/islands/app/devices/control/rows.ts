import type { Machine } from '#lib/contract/device-list.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { untilText } from '../pause.ts'
import type { DeviceWish } from './store.ts'
import { c } from './texts.ts'

export type Row = readonly [label: string, value: string, isWarning?: boolean]

const yesNo = (is: boolean): string => c(is ? 'yes' : 'no')

const countHours = (hours: string): number => [...hours].filter((digit) => digit === '1').length

type SettingName = keyof MinerSettings

const labels: Readonly<Record<SettingName, () => string>> = {
  threads: () => c('settings.threads'),
  throttle: () => c('settings.throttle'),
  isOnlyIdle: () => c('settings.isOnlyIdle'),
  idleMinutes: () => c('settings.idleMinutes'),
  isOnlyOnMains: () => c('settings.isOnlyOnMains'),
  isPausedFullScreen: () => c('settings.isPausedFullScreen'),
  maxCelsius: () => c('settings.maxCelsius'),
  schedule: () => c('settings.schedule'),
}

const textOf: { readonly [Key in keyof MinerSettings]: (value: MinerSettings[Key]) => string } = {
  threads: String,
  throttle: (value) => c('percent', { value }),
  isOnlyIdle: yesNo,
  idleMinutes: (value) => c('minutes', { value }),
  isOnlyOnMains: yesNo,
  isPausedFullScreen: yesNo,
  maxCelsius: (value) => (value === null ? c('noLimit') : c('celsius', { value })),
  schedule: (value) => (value === null ? c('anyHour') : c('hoursAWeek', { count: countHours(value.hours) })),
}

const rowOf = <Key extends SettingName>(key: Key, settings: Partial<MinerSettings>): Row[] => {
  const value = settings[key]
  return value === undefined ? [] : [[labels[key](), textOf[key](value as MinerSettings[Key])]]
}

/** Settings as labels and values, in the order of the form. */
export const settingRows = (settings: Partial<MinerSettings>): Row[] =>
  (Object.keys(textOf) as SettingName[]).flatMap((key) => rowOf(key, settings))

/** The same of a wish, its pause first. */
export function wishRows({ settings = {}, pauseUntil }: DeviceWish): Row[] {
  const rows = settingRows(settings as Partial<MinerSettings>)
  if (pauseUntil === undefined) return rows
  return [
    [c('pause.label'), pauseUntil === null ? c('pause.ends') : c('until', { time: untilText(pauseUntil) })],
    ...rows,
  ]
}

function celsiusText(celsius: number, hot: Machine['hot']): string {
  const value = Math.round(celsius)
  return hot ? c('celsiusHot', { value, limit: hot.limit }) : c('celsius', { value })
}

/** Measurements of the device as labels and values; only those that it tells. */
export function sensorRows({ sensors, hot }: Pick<Machine, 'sensors' | 'hot'>): Row[] {
  const { celsius, watts, utilisation } = sensors ?? {}
  return [
    ...(celsius === undefined ? [] : [[c('sensors.celsius'), celsiusText(celsius, hot), hot !== null] as const]),
    ...(watts === undefined ? [] : [[c('sensors.watts'), c('watts', { value: Math.round(watts) })] as const]),
    ...(utilisation === undefined
      ? []
      : [[c('sensors.utilisation'), c('percent', { value: Math.round(utilisation) })] as const]),
  ]
}
