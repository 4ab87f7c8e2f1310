import { type Probe, UnknownError } from './probe.ts'
import { type RunProgram, runProgram } from './run-program.ts'

const NANOSECONDS = 1_000_000_000

/** Seconds without input in the output of `ioreg`: nanoseconds, of several devices at times. */
export function parseHidIdle(output: string): number | undefined {
  const times = [...output.matchAll(/"HIDIdleTime" = (\d+)/g)].map(([, digits]) => Number(digits))
  return times.length > 0 ? Math.min(...times) / NANOSECONDS : undefined
}

/** Whether `pmset -g batt` names the battery as the source; undefined where it names none. */
export function parsePowerSource(output: string): boolean | undefined {
  const source = /Now drawing from '([^']+)'/.exec(output)?.[1]
  // A UPS feeds a Mac while the mains are out.
  return source === undefined ? undefined : source !== 'AC Power'
}

const IOREG = '/usr/sbin/ioreg'
const PMSET = '/usr/bin/pmset'

/** macOS tells about input and power; whether a program fills the screen is known to permitted programs only. */
export const macProbes = (run: RunProgram = runProgram): Probe[] => [
  {
    isNeeded: ({ isOnlyIdle }) => isOnlyIdle,
    async read() {
      const idleSeconds = parseHidIdle(await run(IOREG, ['-c', 'IOHIDSystem', '-r', '-d', '1']))
      if (idleSeconds === undefined) throw new UnknownError('ioreg tells no idle time')
      return { idleSeconds }
    },
  },
  {
    isNeeded: ({ isOnlyOnMains }) => isOnlyOnMains,
    async read() {
      const isOnBattery = parsePowerSource(await run(PMSET, ['-g', 'batt']))
      if (isOnBattery === undefined) throw new UnknownError('pmset names no power source')
      return { isOnBattery }
    },
  },
]
