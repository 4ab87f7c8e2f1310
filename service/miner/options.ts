import { availableParallelism, homedir, hostname } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

export const MINER_VERSION = '1.0.0'

export interface Options {
  code: string | undefined
  service: string
  name: string
  threads: number
  /** Share of each thread's time that is worked, in percent. */
  throttle: number
  stateFile: string
  json: boolean
}

export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `Idleforge miner ${MINER_VERSION}

Usage: idleforge-miner [--code XXXXXXXX] [options]

  --code XXXXXXXX   bind this device with the code from "Add device"; it works for 60 seconds
  --service URL     the service to mine for (default http://127.0.0.1:8080)
  --name TEXT       what the device is called (default: this machine's name)
  --threads N       threads to use (default: all cores but one)
  --throttle P      percent of each thread's time to use, 1 to 100 (default 100)
  --state FILE      where the device's token is kept (default ~/.idleforge/miner.json)
  --json            print one JSON object a line
  --version, --help

It works at the lowest priority: whatever else the machine has to do comes first.
Ctrl-Z pauses and goes on (or fg, where the shell has come back), Ctrl-C ends after the last shares are sent.`

const flags = {
  code: { type: 'string' },
  service: { type: 'string' },
  name: { type: 'string' },
  threads: { type: 'string' },
  throttle: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Reads the command line; a wrong word is refused with what would be right. */
export function readOptions(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Options | 'help' | 'version' {
  const { values } = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const cores = availableParallelism()
  return {
    code: values.code === undefined ? undefined : readCode(values.code),
    service: readService(values.service ?? env.IDLEFORGE_SERVICE ?? 'http://127.0.0.1:8080'),
    name: (values.name ?? hostname()).trim().slice(0, 48) || 'PC',
    threads: readNumber('--threads', values.threads ?? String(Math.max(1, cores - 1)), { least: 1, most: 256 }),
    throttle: readNumber('--throttle', values.throttle ?? '100', { least: 1, most: 100 }),
    stateFile: path.resolve(values.state ?? env.IDLEFORGE_STATE ?? path.join(homedir(), '.idleforge', 'miner.json')),
    json: values.json ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readCode(text: string): string {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9A-HJKMNP-TV-Z]{8}$/.test(code)) return code
  throw new UsageError('--code takes the 8 characters that "Add device" shows, for example 7K4X 2QXA')
}

function readService(text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new UsageError('--service takes an address such as https://idleforge.example')
}

function readNumber(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`${name} takes a whole number from ${least} to ${most}`)
}
