import { existsSync } from 'node:fs'
import path from 'node:path'
import { createBus } from './dbus.ts'
import { desktopIdleSources } from './desktop-idle.ts'
import { readLogindIdle } from './logind.ts'
import { readPowerSupply } from './power-supply.ts'
import { type Probe, UnknownError } from './probe.ts'
import { type RunProgram, runProgram } from './run-program.ts'
import { readX11FullScreen, readX11Idle } from './x11.ts'

export type Environment = Readonly<Record<string, string | undefined>>

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

/** `xprop` runs twice for an answer, which costs more than all other probes, and films are long. */
const FULL_SCREEN_MS = 15_000

/** Asks the source that answered last, else each in order: a desktop may start and end while the miner runs. */
function createInputProbe(sources: readonly (() => Promise<number>)[]): Probe {
  let chosen: (typeof sources)[number] | undefined
  return {
    isNeeded: ({ isOnlyIdle }) => isOnlyIdle,
    async read() {
      const others = sources.filter((source) => source !== chosen)
      for (const source of chosen ? [chosen, ...others] : others)
        try {
          const idleSeconds = await source()
          chosen = source
          return { idleSeconds }
        } catch {}
      chosen = undefined
      throw new UnknownError('nothing tells about input')
    },
  }
}

/** Sources of input, the most exact first. */
export function linuxProbes({ env, root, run = runProgram }: LinuxPlace): Probe[] {
  const bus = createBus(run)
  return [
    createInputProbe([
      ...(hasSessionBus(env) ? desktopIdleSources(bus) : []),
      ...(hasX11(env) ? [() => readX11Idle(run)] : []),
      ...(hasSystemBus(env, root) ? [() => readLogindIdle(bus)] : []),
    ]),
    {
      isNeeded: ({ isOnlyOnMains }) => isOnlyOnMains,
      read: async () => ({ isOnBattery: await readPowerSupply(root) }),
    },
    ...(hasX11(env)
      ? [
          {
            isNeeded: ({ isPausedFullScreen }) => isPausedFullScreen,
            everyMs: FULL_SCREEN_MS,
            read: async () => ({ isFullScreen: await readX11FullScreen(run) }),
          } satisfies Probe,
        ]
      : []),
  ]
}
