import type { Bus } from './dbus.ts'
import { hasGraphicalSession } from './logind.ts'
import type { RunProgram } from './run-program.ts'

/** Variables of the environment; a display that appears is added. */
export type Environment = Record<string, string | undefined>

const displayNames = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_SESSION_TYPE']

const hasDisplay = (env: Environment): boolean => Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** A unit of systemd starts before the desktop does, which tells its display to the user's manager later. */
async function adoptDisplay(env: Environment, run: RunProgram): Promise<void> {
  if (hasDisplay(env) || env.INVOCATION_ID === undefined) return
  const output = await run('systemctl', ['--user', 'show-environment']).catch(() => '')
  for (const line of output.split('\n')) {
    const [, name = '', value] = /^(\w+)=(.+)$/.exec(line) ?? []
    if (displayNames.includes(name)) env[name] = value
  }
}

interface DesktopPlace {
  env: Environment
  run: RunProgram
  /** The system's bus; undefined where there is none. */
  bus: Bus | undefined
}

/** Whether somebody may work at a desktop here. logind knows of those who have signed in; without it a display counts. */
export async function findDesktop({ env, run, bus }: DesktopPlace): Promise<boolean> {
  await adoptDisplay(env, run)
  const display = hasDisplay(env)
  return bus ? hasGraphicalSession(bus).catch(() => display) : display
}
