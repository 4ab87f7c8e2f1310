import { homedir, hostname } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { MinerSettings, WeekSchedule } from '#lib/contract/miner-settings.ts'
import { newestPackage } from '#lib/contract/versions.ts'
import { crockfordCode } from '#lib/rules/codes.ts'
import { nameOf } from '#lib/rules/names.ts'
import { packedService } from './executable.ts'
import { findAddon, gpuFolder } from './gpu/addon-file.ts'
import { dailySchedule, systemZone } from './schedule.ts'
import { createUsage, LOCAL_SERVICE } from './usage.mjs'
import { platformOf } from './window/release-choice.ts'
import type { WindowMode } from './window/window-mode.ts'

export { MINER_VERSION } from './usage.mjs'

export interface Options {
  code: string | undefined
  service: string
  name: string
  /** Settings that were named; the others are those of the last start. */
  settings: Partial<MinerSettings>
  /** Whether the graphics card is to mine as well in this start. */
  isGpu: boolean
  /** Folder of the engine for graphics cards; undefined for the usual ones. */
  gpuFolder: string | undefined
  stateFile: string
  /** File of versions before 1.1, which kept a single device; undefined where another file is named. */
  formerFile: string | undefined
  json: boolean
  /** How the window is shown; undefined where no option says so. */
  window: WindowMode | undefined
}

export class UsageError extends Error {
  override name = 'UsageError'
}

const defaultService = packedService() ?? LOCAL_SERVICE

export const usage = createUsage(defaultService)

const flags = {
  code: { type: 'string' },
  service: { type: 'string' },
  name: { type: 'string' },
  threads: { type: 'string' },
  throttle: { type: 'string' },
  'idle-minutes': { type: 'string' },
  hours: { type: 'string' },
  'max-temperature': { type: 'string' },
  always: { type: 'boolean' },
  gpu: { type: 'boolean' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  window: { type: 'boolean' },
  background: { type: 'boolean' },
  'no-window': { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Parses the command line; an invalid value is refused with what would be valid. */
export function readOptions(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Options | 'help' | 'version' {
  const { values } = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const named = values.state ?? env.IDLEFORGE_STATE
  const service = readService(values.service ?? env.IDLEFORGE_SERVICE ?? defaultService)
  return {
    code: values.code === undefined ? undefined : readCode(values.code),
    service,
    name: nameOf(values.name) ?? nameOf(hostname()) ?? 'PC',
    settings: readTyped(values),
    isGpu: values.gpu ? hasAddon(service, env.IDLEFORGE_GPU) : false,
    gpuFolder: env.IDLEFORGE_GPU,
    stateFile: path.resolve(named ?? stateFileOf(service)),
    formerFile: named === undefined ? path.join(folder, 'miner.json') : undefined,
    json: values.json ?? false,
    window: values['no-window'] ? 'none' : values.background ? 'background' : values.window ? 'open' : undefined,
  }
}

/** The settings among the options. */
function readTyped(values: ReturnType<typeof parse>['values']): Partial<MinerSettings> {
  const { threads, throttle, hours, always, 'idle-minutes': idle, 'max-temperature': celsius } = values
  if (always && idle !== undefined) throw new UsageError('--always does not wait for input: leave --idle-minutes out')
  return {
    ...(threads !== undefined && { threads: readNumber('--threads', threads, { min: 1, max: 256 }) }),
    ...(throttle !== undefined && { throttle: readNumber('--throttle', throttle, { min: 1, max: 100 }) }),
    ...(idle !== undefined && {
      isOnlyIdle: true,
      idleMinutes: readNumber('--idle-minutes', idle, { min: 1, max: 120 }),
    }),
    ...(hours !== undefined && { schedule: readHours(hours) }),
    ...(celsius !== undefined && { maxCelsius: readNumber('--max-temperature', celsius, { min: 40, max: 110 }) }),
    ...(always && { isOnlyIdle: false, isOnlyOnMains: false, isPausedFullScreen: false }),
  }
}

const folder = path.join(homedir(), '.idleforge')

/** One file per service, so that a device bound to a second service stays bound to the first. */
const stateFileOf = (service: string): string =>
  path.join(folder, `${new URL(service).host.replace(/[^\w.-]/g, '_')}.json`)

/** The command that starts this program as it was started now. */
export const ownCommand = (env: Record<string, string | undefined>, script: string): string => {
  if (env.npm_lifecycle_event === 'miner') return 'npm run miner --'
  return script.endsWith('.mjs') && !/[\\/]\.bin[\\/]/.test(script)
    ? `node ${path.basename(script)}`
    : 'idleforge-miner'
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The code without spaces and letters that look alike. Throws UsageError. */
export function readCode(text: string): string {
  const code = crockfordCode(text)
  if (/^[0-9A-HJKMNP-TV-Z]{8}$/.test(code)) return code
  throw new UsageError('--code takes the 8 characters that "Add device" shows, for example 7K4X 2QXA')
}

function readService(text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new UsageError('--service takes an address such as https://idleforge.example')
}

/** Hours of this PC's zone, from 0 to 24. */
function readHours(text: string): WeekSchedule {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text)?.map(Number) ?? []
  if (from !== undefined && to !== undefined && from < 24 && to <= 24 && from !== to)
    return dailySchedule(from, to, systemZone())
  throw new UsageError('--hours takes two hours from 0 to 24, for example 22-7')
}

/** Throws UsageError where the engine is missing. */
function hasAddon(service: string, folder: string | undefined): true {
  if (findAddon(folder) !== undefined) return true
  throw new UsageError(
    `--gpu needs the engine for graphics cards, a download of its own: unpack ${service}${newestPackage(platformOf(process.platform) ?? 'linux')}?form=gpu&architecture=${process.arch} into ${folder ?? gpuFolder}, so that dawn.node is there`,
  )
}

function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new UsageError(`${name} takes a whole number from ${min} to ${max}`)
}
