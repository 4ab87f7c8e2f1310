import { hostname } from 'node:os'
import type { Context } from '#service/platform/context.ts'
import { type Alarm, raiseAlarm } from './raise.ts'

/** How the calls of a window ended on this node. */
export interface ResponseCounts {
  calls: number
  /** Answers of HTTP 500 and above. */
  faults: number
  /** Envelopes that had been taken before. */
  replays: number
}

const WINDOW_MS = 300_000
const MAX_FAULT_DIVISOR = 1_000
/** Fewer say nothing: a call or two may fail when a database restarts. */
const MIN_FAULTS = 10
const MIN_REPLAYS = 20

/** What is wrong with a window: more than a thousandth of its calls failed, or somebody sends again what was sent. */
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

/** Watches how calls end. The first call after a window judges it: without a call there is nobody to have failed. */
export function watchResponses(ctx: Context): ResponseMonitor {
  const begin = () => ({ at: ctx.clock.now(), calls: 0, faults: 0, replays: 0 })
  let window = begin()

  function evaluate(): void {
    const now = ctx.clock.now()
    // A clock that was put back would make the window last.
    if (Math.abs(now - window.at) < WINDOW_MS) return
    for (const alarm of alarmsOf(window))
      raiseAlarm(ctx, alarm, now).catch((error: unknown) =>
        ctx.log.error({ err: error, ...alarm.values }, 'alarm not told'),
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
