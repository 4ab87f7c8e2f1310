import { DAY_MS, dayAt } from '#lib/time/days.ts'

/**
 * Schedule of a paid order: it runs for its days of 24 hours, extended by the downtime of its farm. Times are Unix milliseconds,
 * days are UTC days.
 */

const DAY_SECONDS = 86_400n

export interface RunTerms {
  readonly runsFrom: number
  readonly days: number
}

/** One UTC day of a schedule: the milliseconds for which the order ran, and the seconds of them that downtime took. */
export interface RunDay {
  readonly day: string
  readonly ms: number
  readonly missedSeconds: number
}

export interface RunSchedule {
  readonly endsAt: number
  readonly days: readonly RunDay[]
}

/** Computes the schedule of an order. `downs` holds the seconds of downtime by UTC day; missing days have none. */
export function runSchedule({ runsFrom, days }: RunTerms, downs: ReadonlyMap<string, number>): RunSchedule {
  // Remaining delivery in milliseconds × 86,400, so that all divisions by the uptime stay in whole numbers.
  let left = BigInt(days) * BigInt(DAY_MS) * DAY_SECONDS
  let at = runsFrom
  const done: RunDay[] = []
  for (;;) {
    const day = dayAt(at)
    const down = BigInt(downs.get(day) ?? 0)
    const up = DAY_SECONDS - down
    const whole = BigInt(DAY_MS - (at % DAY_MS))
    const isLast = up > 0n && left <= whole * up
    const span = isLast ? (left + up - 1n) / up : whole
    done.push({ day, ms: Number(span), missedSeconds: Number((span * down) / (DAY_SECONDS * 1000n)) })
    at += Number(span)
    if (isLast) return { endsAt: at, days: done }
    left -= whole * up
  }
}
