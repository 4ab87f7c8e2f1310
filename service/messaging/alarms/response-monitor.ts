import { hostname } from 'node:os'
import type { Context } from '#service/platform/context.ts'
import { type Alarm, raiseAlarm } from './raise.ts'

/** How the calls of a time window ended on this node. */
export interface ResponseCounts {
  calls: number
  /** Replies with HTTP status 500 and above. */
  faults: number
  /** Envelopes that were sent again. */
  replays: number
}

const WINDOW_MS = 300_000
const MAX_FAULT_DIVISOR = 1_000
/** Below this number there is no alarm: a few calls may fail when a database restarts. */
const MIN_FAULTS = 10
const MIN_REPLAYS = 20

/** The alarms of a window: more than a thousandth of its calls failed, or envelopes were replayed. */
export function alarmsOf({ calls, faults, replays }: ResponseCounts): Alarm[] {
  const alarms: Alarm[] = []
  const where = { node: hostname(), minutes: String(WINDOW_MS / 60_000) }
  if (faults >= MIN_FAULTS && faults * MAX_FAULT_DIVISOR > calls)
    alarms.push({
      name: 'faults',
      kind: 'alarmFaults',
      values: { ...where, faults: String(faults), calls: String(calls) },
    })
  if (replays >= MIN_REPLAYS)
    alarms.push({ name: 'replays', kind: 'alarmReplays', values: { ...where, replays: String(replays) } })
  return alarms
}

export interface ResponseMonitor {
  ended(status: number): void
  replayed(): void
}

/** Monitors the results of calls. The first call after a window evaluates it: without calls nothing can fail. */
export function watchResponses(ctx: Context): ResponseMonitor {
  const begin = () => ({ at: ctx.clock.now(), calls: 0, faults: 0, replays: 0 })
  let window = begin()

  function evaluate(): void {
    const now = ctx.clock.now()
    // The absolute value, because a clock that was set back would prolong the window.
    if (Math.abs(now - window.at) < WINDOW_MS) return
    for (const alarm of alarmsOf(window))
      raiseAlarm(ctx, alarm, now).catch((error: unknown) =>
        ctx.log.error({ err: error, ...alarm.values }, 'an alarm could not be raised'),
      )
    window = begin()
  }

  return {
    ended(status) {
      evaluate()
      window.calls += 1
      if (status >= 500) window.faults += 1
    },
    replayed() {
      window.replays += 1
    },
  }
}
