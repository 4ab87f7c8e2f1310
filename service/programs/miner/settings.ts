import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { MinerSettings } from '#lib/contract/miner-settings.ts'
import { makeFolder } from '#service/platform/folders.ts'

export const defaultSettings = (): MinerSettings => ({
  threads: Math.max(1, availableParallelism() - 1),
  throttle: 100,
  isOnlyIdle: true,
  idleMinutes: 5,
  isOnlyOnMains: true,
  isPausedFullScreen: true,
  maxCelsius: 85,
  schedule: null,
})

/** The part that outlives the program. */
export interface Kept {
  settings: MinerSettings
  /** Unix milliseconds, where the user paused until then. */
  pausedUntil: number | undefined
}

const File = v.object({ ...v.partial(MinerSettings).entries, pausedUntil: v.optional(v.number()) })

/** The settings' file beside a device's token. */
export const settingsFileOf = (stateFile: string): string => stateFile.replace(/(\.json)?$/, '.settings.json')

/** Reads the settings; defaults stand for what is missing, and for all of a file that cannot be read. */
export function readSettings(file: string): Kept {
  try {
    const { pausedUntil, ...settings } = v.parse(File, JSON.parse(readFileSync(file, 'utf8')))
    return { settings: { ...defaultSettings(), ...settings }, pausedUntil }
  } catch {
    return { settings: defaultSettings(), pausedUntil: undefined }
  }
}

/** Writes the file atomically. Throws where the folder cannot be written. */
export function writeSettings(file: string, { settings, pausedUntil }: Kept): void {
  makeFolder(path.dirname(file), 0o700)
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, `${JSON.stringify({ ...settings, pausedUntil }, null, 2)}\n`, { mode: 0o600 })
  renameSync(scratch, file)
}
