import type { WishedSettings } from '#lib/contract/device-control.ts'
import type { MinerSettings, WeekSchedule } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { presets, scheduleIn } from '#lib/rules/week-schedule.ts'

/** Limits of the typed numbers, as src/lib/contract/miner-settings.ts has them. */
export const numberBounds = {
  threads: { min: 1, max: 256 },
  throttle: { min: 1, max: 100 },
  idleMinutes: { min: 1, max: 120 },
  maxCelsius: { min: 40, max: 110 },
} as const
export type NumberField = keyof typeof numberBounds
export const numberFields = Object.keys(numberBounds) as NumberField[]

/** State of the form: numbers as typed, and values that a switch turns off. */
export interface Draft extends Record<NumberField, string> {
  isOnlyIdle: boolean
  isOnlyOnMains: boolean
  isPausedFullScreen: boolean
  isPausedHot: boolean
  isScheduled: boolean
  schedule: WeekSchedule
}

/** `zone` and `at`, Unix milliseconds, are the reader's: a schedule of another zone is converted. */
export function draftOf(settings: MinerSettings, { zone, at }: { zone: string; at: number }): Draft {
  const { threads, throttle, idleMinutes, maxCelsius, schedule, ...switches } = settings
  return {
    ...switches,
    threads: String(threads),
    throttle: String(throttle),
    idleMinutes: String(idleMinutes),
    maxCelsius: String(maxCelsius ?? defaultMinerSettings.maxCelsius),
    isPausedHot: maxCelsius !== null,
    isScheduled: schedule !== null,
    schedule: schedule ? scheduleIn(schedule, zone, at) : { zone, hours: presets.nights },
  }
}

/** The first field whose number is none within its bounds; fields that are switched off are not read. */
export function wrongField(draft: Draft): NumberField | undefined {
  return numberFields.find((field) => {
    if (field === 'idleMinutes' && !draft.isOnlyIdle) return false
    if (field === 'maxCelsius' && !draft.isPausedHot) return false
    const { min, max } = numberBounds[field]
    const text = draft[field].trim()
    return !/^\d{1,3}$/.test(text) || Number(text) < min || Number(text) > max
  })
}

/** Settings of a draft without a wrong field. */
function settingsOf(draft: Draft, settings: MinerSettings): MinerSettings {
  return {
    threads: Number(draft.threads),
    throttle: Number(draft.throttle),
    isOnlyIdle: draft.isOnlyIdle,
    idleMinutes: draft.isOnlyIdle ? Number(draft.idleMinutes) : settings.idleMinutes,
    isOnlyOnMains: draft.isOnlyOnMains,
    isPausedFullScreen: draft.isPausedFullScreen,
    maxCelsius: draft.isPausedHot ? Number(draft.maxCelsius) : null,
    schedule: draft.isScheduled ? draft.schedule : null,
  }
}

/** The settings that a draft changes, as an own wish; undefined where it changes none. */
export function changesOf(
  draft: Draft,
  { settings, before }: { settings: MinerSettings; before: Draft },
): WishedSettings | undefined {
  const [next, known] = [settingsOf(draft, settings), settingsOf(before, settings)]
  const entries = Object.entries(next).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof MinerSettings]),
  )
  return entries.length > 0 ? (Object.fromEntries(entries) as WishedSettings) : undefined
}
