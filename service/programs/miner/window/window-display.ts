import type { Display, Status } from '../display.ts'
import { createRateHistory, type RateHistory } from './rate-history.ts'

export interface LogLine {
  /** Unix seconds. */
  at: number
  /** The event, which is the same in every language. */
  code: string
  /** Values of the sentence about it. */
  values: Readonly<Record<string, unknown>>
  /** The sentence in English. */
  text: string
}

export const MAX_LOG_LINES = 500

/** A display that also keeps what the window shows: the newest status, the rates, and the last lines. */
export interface WindowDisplay extends Display {
  readonly rates: RateHistory
  lines(): readonly LogLine[]
  latest(): Status | undefined
  /** The device mines no more: its status is of the past. */
  forget(): void
}

export function createWindowDisplay(terminal: Display, now: () => number = Date.now): WindowDisplay {
  const rates = createRateHistory()
  let lines: LogLine[] = []
  let latest: Status | undefined
  return {
    rates,
    lines: () => lines,
    latest: () => latest,
    forget() {
      latest = undefined
    },
    status(status) {
      latest = status
      rates.add(status.localRate, status.verifiedRate, now())
      terminal.status(status)
    },
    say(event, text, details = {}) {
      const line = { at: Math.floor(now() / 1000), code: event, values: details, text }
      lines = [...lines, line].slice(-MAX_LOG_LINES)
      terminal.say(event, text, details)
    },
    clear: () => terminal.clear(),
  }
}
