import { OFFLINE_AFTER_MS, TURN_MS } from '#lib/rules/devices.ts'
import { hourOf } from '#lib/rules/online-time.ts'
import { dayAt } from '#lib/time/days.ts'
import { addEvent } from '#service/compute/devices/events.ts'
import { heatColumns, hotCelsius } from '#service/compute/devices/heat.ts'
import { countHours, type HourCount } from '#service/compute/devices/hours.ts'
import { type PastDay, setReported } from '#service/compute/devices/past-reports.ts'
import { dayOf, projectAt, type WeightedProject } from '#service/compute/devices/rules.ts'
import { activeProjects } from '#service/compute/devices/work.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { poissonCount } from './chance.ts'
import { rateAt, type Span, spansOf } from './habits.ts'
import { type DevicePlan, earlier, HOLIDAY } from './people.ts'

const DAY = 86_400_000
/** An idle device has been idle for this long when the reports begin. */
const IDLE_BEFORE_MS = 17 * 60_000

export interface Past {
  deviceId: string
  plan: DevicePlan
  boundAt: number
  /** The device sends reports from this moment on. */
  until: number
}

/** Difficulty at which the device finds a share in about ten seconds, as the service would set it. */
const difficultyOf = (plan: DevicePlan): number => Math.round(plan.rate * 10)

/**
 * Writes the days before the first report as the service would have recorded them: hours and totals by its own function, events at
 * their times, and the device as after its last report.
 */
export async function writePast(ctx: Context, past: Past): Promise<void> {
  const gone = past.plan.goneDaysAgo === undefined ? past.until : past.until - past.plan.goneDaysAgo * DAY
  const spans = spansOf(past.plan, { from: past.boundAt, to: Math.min(past.until, gone) })
  await ctx.db.transaction().execute(async (db) => {
    const projects = await activeProjects(db)
    await countHours(db, past.deviceId, await countSpans(db, { past, spans, projects }))
    await writePresence(db, past.deviceId, spans)
    await writeLastState(db, past, spans.at(-1))
  })
}

const HOUR = 3_600_000

/** The hours of a year before the demo's days, by UTC day: what is left of PCs that are gone. */
export function earlierDays(now: number): PastDay[] {
  const today = dayOf(now)
  const days = new Map<number, number[]>()
  for (const plan of earlier)
    for (const span of spansOf(plan, {
      from: today - plan.boundDaysAgo * DAY,
      to: today - (plan.goneDaysAgo - 1) * DAY,
    }))
      for (let at = span.from; at < span.to; at = Math.min(span.to, hourOf(at) + HOUR)) {
        const day = dayOf(at)
        const ago = (today - day) / DAY
        if (ago <= HOLIDAY.from && ago >= HOLIDAY.to) continue
        const work = days.get(day) ?? new Array<number>(24).fill(0)
        days.set(day, work)
        const seconds = (Math.min(span.to, hourOf(at) + HOUR) - at) / 1000
        const place = (hourOf(at) - day) / HOUR
        work[place] = (work[place] ?? 0) + Math.round(rateAt(plan, at) * seconds)
      }
  return [...days].map(([day, work]) => ({ day: dayAt(day), work }))
}

const idleFrom = ({ plan, until }: Past): number => (plan.idle ? until - IDLE_BEFORE_MS : until)

async function countSpans(
  db: Database,
  { past, spans, projects }: { past: Past; spans: readonly Span[]; projects: readonly WeightedProject[] },
): Promise<HourCount[]> {
  const counts: HourCount[] = []
  for (const part of spans.flatMap(splitAtTurns)) {
    const project = projectAt(projects, part.from, past.deviceId) ?? ''
    const { accepted, refused } = findIn(part, past)
    const work = BigInt(accepted * difficultyOf(past.plan))
    counts.push({ hour: hourOf(part.from), project, seconds: (part.to - part.from) / 1000, work, accepted, refused })
    if (refused > 0) {
      const at = part.from + Math.floor(Math.random() * (part.to - part.from))
      await addEvent(db, { deviceId: past.deviceId, at, kind: 'refused', detail: `WRONG ${refused}` })
    }
  }
  return counts
}

/** Splits a span at the turns of projects, which include the beginnings of hours. */
function splitAtTurns({ from, to }: Span): Span[] {
  const parts: Span[] = []
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / TURN_MS) + 1) * TURN_MS)
    parts.push({ from: at, to: end })
    at = end
  }
  return parts
}

function findIn(part: Span, past: Past): { accepted: number; refused: number } {
  const seconds = Math.max(0, Math.min(part.to, idleFrom(past)) - part.from) / 1000
  const expected = (rateAt(past.plan, part.from) * seconds) / difficultyOf(past.plan)
  const wrong = past.plan.wrong ?? 0
  return { accepted: poissonCount(expected * (1 - wrong)), refused: wrong > 0 ? poissonCount(expected * wrong) : 0 }
}

/** The service records `offline` when a device comes back, so the last span has no end yet. */
async function writePresence(db: Database, deviceId: string, spans: readonly Span[]): Promise<void> {
  for (const [index, span] of spans.entries()) {
    const before = spans[index - 1]
    if (before) await addEvent(db, { deviceId, at: before.to + OFFLINE_AFTER_MS, kind: 'offline' })
    await addEvent(db, { deviceId, at: span.from, kind: 'online' })
  }
}

/** A device whose temperature, the same at any time, is hot has been so before the reports begin. */
function hotUntil({ sensors, settings }: DevicePlan, until: number) {
  if (!sensors || sensors.celsius < hotCelsius(settings)) return {}
  const from = until - IDLE_BEFORE_MS
  return heatColumns({ since: from, from, at: until })
}

async function writeLastState(db: Database, past: Past, last: Span | undefined): Promise<void> {
  if (!last) return
  await setReported(db, past.deviceId, {
    state: past.plan.idle === 'paused' ? 'paused' : 'mining',
    difficulty: difficultyOf(past.plan),
    online_since: new Date(last.from),
    last_seen_at: new Date(last.to),
    last_share_at: new Date(Math.min(last.to, idleFrom(past))),
    ...hotUntil(past.plan, last.to),
  })
}
