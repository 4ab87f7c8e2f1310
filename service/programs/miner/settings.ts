import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { isTimeZone } from '#lib/time/zones.ts'
import { writeDurably } from '#service/platform/durable-file.ts'
import { makeFolder } from '#service/platform/folders.ts'
import type { GpuChoice } from './gpu/gpu-switch.ts'
import { systemZone } from './schedule.ts'

export const defaultSettings = (): MinerSettings => ({
  threads: Math.max(1, availableParallelism() - 1),
  ...defaultMinerSettings,
})

/** A wish of the dashboard that this device has followed. Ids of wishes belong to a device. */
export interface FollowedWish {
  deviceId: string
  id: number
}

/** Kept between two starts. */
export interface Kept {
  settings: MinerSettings
  /** Unix milliseconds, where the user paused until then. */
  pausedUntil: number | undefined
  followed?: FollowedWish | undefined
  gpu?: GpuChoice | undefined
}

const Beside = v.object({
  pausedUntil: v.fallback(v.optional(v.number()), undefined),
  followed: v.fallback(v.optional(v.object({ deviceId: v.string(), id: v.number() })), undefined),
  gpu: v.fallback(v.optional(v.object({ isOn: v.boolean(), isStarting: v.boolean() })), undefined),
})

/** The settings' file beside a device's token. */
export const settingsFileOf = (stateFile: string): string => stateFile.replace(/(\.json)?$/, '.settings.json')

/** Settings as this PC can follow them: no more threads than it has, and a time zone that it knows. */
export function fitSettings(settings: Partial<MinerSettings>): Partial<MinerSettings> {
  const { threads, schedule } = settings
  return {
    ...settings,
    ...(threads !== undefined && { threads: Math.min(threads, availableParallelism()) }),
    ...(schedule && !isTimeZone(schedule.zone) && { schedule: { ...schedule, zone: systemZone() } }),
  }
}

/** The settings of a file that hold here; a newer version may have written values that this one does not know. */
function readFields(raw: Record<string, unknown>): Partial<MinerSettings> {
  const fields = Object.entries(MinerSettings.entries).flatMap(([name, field]) => {
    const read = v.safeParse(field, raw[name])
    return read.success ? [[name, read.output] as const] : []
  })
  return fitSettings(Object.fromEntries(fields))
}

/** Reads the settings; defaults stand for what is missing or damaged. */
export function readSettings(file: string): Kept {
  try {
    const raw = v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(file, 'utf8')))
    const { pausedUntil, ...beside } = v.parse(Beside, raw)
    return { settings: { ...defaultSettings(), ...readFields(raw) }, pausedUntil, ...beside }
  } catch {
    return { settings: defaultSettings(), pausedUntil: undefined }
  }
}

/** Writes the file atomically. Throws where the folder cannot be written. */
export function writeSettings(file: string, { settings, ...beside }: Kept): void {
  makeFolder(path.dirname(file), 0o700)
  writeDurably(file, `${JSON.stringify({ ...settings, ...beside }, null, 2)}\n`)
}
