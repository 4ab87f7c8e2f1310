import { stdout } from 'node:process'
import type { Pause } from '#lib/contract/miner-settings.ts'
import { utcClock } from '#lib/time/format.ts'
import { formatRate } from './format-rate.ts'
import { formatUptime } from './format-uptime.ts'
import type { GpuStatus } from './gpu/gpu-status.ts'
import type { EngineName } from './nonce-search.ts'
import { pauseWords } from './pause-text.ts'

export interface Status {
  state: 'mining' | 'paused' | 'offline'
  /** Set while paused. */
  pause?: Pause | undefined
  project: string
  engine: EngineName
  /** Hashes a second, counted locally and verified by the service. */
  localRate: number
  /** The graphics card; its hashes are counted in `localRate`, too. */
  gpu: GpuStatus & { rate: number }
  verifiedRate: number
  accepted: number
  refused: number
  waiting: number
  uptimeSeconds: number
}

export interface Display {
  /** Takes the status of each second, also of a paused miner. */
  status(status: Status): void
  say(event: string, text: string, details?: Record<string, unknown>): void
  /** Clears the live status line before other output. */
  clear(): void
}

/** The status in one line of at most `columns` characters: the least needed parts are dropped first. */
export function statusLine(status: Status, columns = Number.POSITIVE_INFINITY): string {
  const word = status.state === 'offline' ? 'No connection' : 'Mining'
  const head = status.pause
    ? [{ text: `Paused: ${pauseWords[status.pause.reason]}`, need: 4 }]
    : [
        { text: `${word} ${status.project.toUpperCase()}`.trim(), need: 3 },
        { text: formatRate(status.localRate), need: 3 },
        { text: `verified ${formatRate(status.verifiedRate)}`, need: 1 },
      ]
  const parts = [
    ...head,
    { text: `accepted ${status.accepted}`, need: 3 },
    { text: `rejected ${status.refused}`, need: 3 },
    { text: `up ${formatUptime(status.uptimeSeconds)}`, need: 2 },
    ...(status.waiting > 0 ? [{ text: `${status.waiting} to send`, need: 0 }] : []),
  ]
  const lines = [0, 1, 2, 3, ...(status.pause ? [4] : [])].map((minNeed) =>
    parts
      .filter(({ need }) => need >= minNeed)
      .map(({ text }) => text)
      .join('  |  '),
  )
  if (!status.pause) lines.push(`${formatRate(status.localRate)}  acc ${status.accepted}  rej ${status.refused}`)
  return lines.find(({ length }) => length <= columns) ?? (lines.at(-1) as string).slice(0, columns)
}

/** Interval of status lines where there is no terminal: in a file or a service's journal. */
const PLAIN_MS = 10_000

const clockTime = (): string => utcClock(Date.now() / 1000)

/** A live line on a terminal, plain lines without one, JSON objects with `json`. */
export function createDisplay(json: boolean): Display {
  if (json) return jsonDisplay()
  const live = stdout.isTTY
  let shown = ''
  const clear = () => live && shown && stdout.write('\r\x1b[2K')
  let lastPlain = 0
  return {
    status(status) {
      // The shell may own the terminal of a miner that its user has paused.
      if (status.pause?.reason === 'user') return
      if (live) {
        clear()
        shown = statusLine(status, Math.max(20, (stdout.columns || 80) - 1))
        stdout.write(shown)
      } else if (!status.pause && Date.now() - lastPlain >= PLAIN_MS) {
        lastPlain = Date.now()
        stdout.write(`${clockTime()}  ${statusLine(status)}\n`)
      }
    },
    say(event, text) {
      clear()
      stdout.write(`${clockTime()}  ${text}\n`)
      // After these events the shell may own the terminal, so no live line is drawn.
      if (event === 'paused' || event === 'ended') shown = ''
      if (live && shown) stdout.write(shown)
    },
    clear() {
      clear()
      shown = ''
    },
  }
}

function jsonDisplay(): Display {
  const print = (line: object) => stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`)
  return {
    status: (status) => status.pause?.reason === 'user' || print({ event: 'status', ...status }),
    say: (event, text, details) => print({ event, text, ...details }),
    clear: () => {},
  }
}
