import { isMissing, type RunProgram } from './run-program.ts'

/** A method of a service on a bus of D-Bus, without the types of its arguments. */
export interface Call {
  bus: 'session' | 'system'
  service: string
  path: string
  /** With its interface: `org.gnome.Mutter.IdleMonitor.GetIdletime`. */
  method: string
  /** Texts only. */
  args?: readonly string[]
}

const SECONDS = 2

const gdbusArgs = ({ bus, service, path, method, args = [] }: Call): string[] => [
  ...['call', `--${bus}`, `--timeout=${SECONDS}`, '--dest', service, '--object-path', path, '--method', method],
  ...args,
]

function busctlArgs({ bus, service, path, method, args = [] }: Call): string[] {
  const dot = method.lastIndexOf('.')
  const types = args.length > 0 ? ['s'.repeat(args.length), ...args] : []
  return [
    ...[bus === 'session' ? '--user' : '--system', `--timeout=${SECONDS}`, '--auto-start=no', 'call'],
    ...[service, path, method.slice(0, dot), method.slice(dot + 1), ...types],
  ]
}

/** Calls by GLib's `gdbus` or systemd's `busctl`, whichever the system has; returns what it prints. */
export function createBus(run: RunProgram): (call: Call) => Promise<string> {
  let hasGdbus = true
  return async (call) => {
    if (hasGdbus)
      try {
        return await run('gdbus', gdbusArgs(call))
      } catch (error) {
        if (!isMissing(error)) throw error
        hasGdbus = false
      }
    return run('busctl', busctlArgs(call))
  }
}

export type Bus = ReturnType<typeof createBus>

/** The number of a reply, which `gdbus` prints as `(uint64 5,)` and `busctl` as `t 5`; undefined where it is none. */
export const parseNumber = (reply: string): number | undefined => {
  const [, digits] = /^(?:\((?:uint\d+ )?(\d+),\)|[tu] (\d+))$/.exec(reply.trim())?.filter(Boolean) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** A field of a dictionary of variants, in the text of either program. */
export function parseField(reply: string, name: string): string | undefined {
  const found = new RegExp(`["']${name}["'](?:: <(?:uint\\d+ )?| [a-z] )["']?([\\w-]*)["']?`).exec(reply)
  return found?.[1]
}
