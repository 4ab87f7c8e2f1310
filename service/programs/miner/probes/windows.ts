import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { Conditions } from '../pause-rule.ts'
import { type Probe, UnknownError } from './probe.ts'
import { windowsScript } from './windows-script.ts'

/** The script prints a line every five seconds; an older one may be out of date. */
const FRESH_MS = 16_000
/** PowerShell compiles C# first, and a virus scanner looks at it. */
const START_MS = 30_000

const Line = v.object({ idleMs: v.number(), isFullScreen: v.boolean(), power: v.string() })

/** Conditions of one line of the script; undefined for any other text. */
export function parseWindowsLine(text: string): Conditions | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  const line = v.safeParse(Line, read)
  if (!line.success) return undefined
  const { idleMs, isFullScreen, power } = line.output
  return {
    ...(idleMs >= 0 && { idleSeconds: idleMs / 1000 }),
    isFullScreen,
    // `Unknown` tells nothing.
    ...(['Online', 'Offline'].includes(power) && { isOnBattery: power === 'Offline' }),
  }
}

/** A running script: `onLine` is called for each line, `onEnd` once. Returns a function that ends it. */
export type StartScript = (on: { line(text: string): void; end(): void }) => () => void

/** Named by its whole path: Windows looks for a bare name in the current folder first. */
export const startPowerShell =
  (systemRoot: string): StartScript =>
  (on) => {
    const program = `${systemRoot}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`
    const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', windowsScript(process.pid)]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
    createInterface(child.stdout).on('line', on.line)
    child.once('error', on.end)
    child.once('exit', on.end)
    const kill = () => void child.kill()
    process.once('exit', kill)
    return () => {
      process.removeListener('exit', kill)
      kill()
    }
  }

/** Input, full screen and power of Windows, told by one script that runs as long as it is needed, and is started again when it ends. */
export function createWindowsProbe(start: StartScript): Probe {
  let stop: (() => void) | undefined
  let last: { conditions: Conditions; at: number } | undefined
  let onChange = () => {}

  function begin(): void {
    let isOver = false
    const end = start({
      line(text) {
        const conditions = parseWindowsLine(text)
        if (conditions && !isOver) last = { conditions, at: performance.now() }
        onChange()
      },
      end() {
        if (!isOver) stop?.()
        onChange()
      },
    })
    stop = () => {
      isOver = true
      stop = undefined
      end()
    }
  }
  const isFresh = () => last !== undefined && performance.now() - last.at < FRESH_MS

  return {
    isNeeded: ({ isOnlyIdle, isOnlyOnMains, isPausedFullScreen }) => isOnlyIdle || isOnlyOnMains || isPausedFullScreen,
    async read() {
      if (!stop) begin()
      if (!isFresh())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, START_MS)
          onChange = () => {
            if (stop && !isFresh()) return
            clearTimeout(timer)
            onChange = () => {}
            resolve()
          }
        })
      if (last && isFresh()) return last.conditions
      // A script that is silent hangs.
      stop?.()
      throw new UnknownError('PowerShell tells nothing')
    },
    close() {
      stop?.()
      last = undefined
      onChange()
    },
  }
}
