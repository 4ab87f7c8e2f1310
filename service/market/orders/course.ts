import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'

/**
 * How a paid order runs: for its days of 24 hours, and longer by what its farm's downtime took. Times are Unix milliseconds,
 * days are UTC days.
 */

const DAY_MS = 86_400_000n
const DAY_SECONDS = 86_400n

export interface Running {
  readonly runsFrom: number
  readonly days: number
}

/** A UTC day of an order: the part of it for which it ran, and the seconds of that which its farm's downtime took. */
export interface RunDay {
  readonly day: string
  readonly ms: number
  readonly missedSeconds: number
}

export interface RunCourse {
  readonly endsAt: number
  readonly days: readonly RunDay[]
}

/** The course of an order by the seconds for which its farm is down on a day; a day that is not named has none. */
export function runCourse({ runsFrom, days }: Running, downs: ReadonlyMap<string, number>): RunCourse {
  // What is still to be delivered, in milliseconds × 86,400: whole numbers whatever the uptime is.
  let left = BigInt(days) * DAY_MS * DAY_SECONDS
  let at = runsFrom
  const done: RunDay[] = []
  for (;;) {
    const day = dayAt(at)
    const down = BigInt(downs.get(day) ?? 0)
    const up = DAY_SECONDS - down
    const whole = BigInt(startOf(dayAfter(day)) - at)
    const isLast = up > 0n && left <= whole * up
    const span = isLast ? (left + up - 1n) / up : whole
    done.push({ day, ms: Number(span), missedSeconds: Number((span * down) / (DAY_SECONDS * 1000n)) })
    at += Number(span)
    if (isLast) return { endsAt: at, days: done }
    left -= whole * up
  }
}
