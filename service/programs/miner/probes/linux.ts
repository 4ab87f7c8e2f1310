import { existsSync } from 'node:fs'
import path from 'node:path'
import { createBus } from './dbus.ts'
import { type Environment, findDesktop } from './desktop.ts'
import { desktopIdleSources } from './desktop-idle.ts'
import { readLogindIdle } from './logind.ts'
import { readPowerSupply } from './power-supply.ts'
import { type Probe, UnknownError } from './probe.ts'
import { type RunProgram, runProgram } from './run-program.ts'
import { readX11FullScreen, readX11Idle } from './x11.ts'

export type { Environment }

interface LinuxPlace {
  env: Environment
  /** Folder in the place of `/`. */
  root: string
  run?: RunProgram
}

/** XWayland's server sees only the input of old programs, so it is no source on Wayland. */
const hasX11 = (env: Environment): boolean =>
  Boolean(env.DISPLAY) && !env.WAYLAND_DISPLAY && env.XDG_SESSION_TYPE !== 'wayland'

/** Without an address `gdbus` would start a bus of its own. */
const hasSessionBus = (env: Environment): boolean =>
  Boolean(env.DBUS_SESSION_BUS_ADDRESS) ||
  (env.XDG_RUNTIME_DIR !== undefined && existsSync(path.join(env.XDG_RUNTIME_DIR, 'bus')))

const hasSystemBus = (env: Environment, root: string): boolean =>
  Boolean(env.DBUS_SYSTEM_BUS_ADDRESS) || existsSync(path.join(root, 'run/dbus/system_bus_socket'))

/** Desktops come and go seldom. */
const DESKTOP_MS = 15_000
/** `xprop` runs twice for an answer, which costs more than all other probes, and films are long. */
const FULL_SCREEN_MS = 15_000

interface Source {
  name: string
  read(): Promise<number>
}

/** Asks the source that answered last, else each in order: a desktop may start and end while the miner runs. */
function createInputProbe(findSources: () => readonly Source[]): Probe {
  let chosen: string | undefined
  return {
    isNeeded: ({ isOnlyIdle }) => isOnlyIdle,
    async read() {
      const sources = findSources().toSorted((a, b) => Number(b.name === chosen) - Number(a.name === chosen))
      for (const { name, read } of sources)
        try {
          const idleSeconds = await read()
          chosen = name
          return { idleSeconds }
        } catch {}
      chosen = undefined
      throw new UnknownError('nothing tells about input')
    },
  }
}

/** Sources of input, the most exact first. A display may appear while the miner runs. */
export function linuxProbes({ env, root, run = runProgram }: LinuxPlace): Probe[] {
  const bus = createBus(run)
  const systemBus = hasSystemBus(env, root) ? bus : undefined
  return [
    createInputProbe(() => [
      ...(hasSessionBus(env) ? desktopIdleSources(bus).map((read, index) => ({ name: `desktop ${index}`, read })) : []),
      ...(hasX11(env) ? [{ name: 'x11', read: () => readX11Idle(run) }] : []),
      ...(systemBus ? [{ name: 'logind', read: () => readLogindIdle(systemBus) }] : []),
    ]),
    {
      isNeeded: ({ isOnlyIdle, isPausedFullScreen }) => isOnlyIdle || isPausedFullScreen,
      everyMs: DESKTOP_MS,
      read: async () => ({ hasDesktop: await findDesktop({ env, run, bus: systemBus }) }),
    },
    {
      isNeeded: ({ isOnlyOnMains }) => isOnlyOnMains,
      read: async () => ({ isOnBattery: await readPowerSupply(root) }),
    },
    {
      isNeeded: ({ isPausedFullScreen }) => isPausedFullScreen,
      everyMs: FULL_SCREEN_MS,
      async read() {
        if (!hasX11(env)) throw new UnknownError('only X11 tells about windows')
        return { isFullScreen: await readX11FullScreen(run) }
      },
    },
  ]
}
