import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { pointStatistics, pointsOverview } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import type { BarDay } from '#ui/chart/figures.ts'

type Day = ReplyOf<typeof pointStatistics>['days'][number]
type Overview = ReplyOf<typeof pointsOverview>

/**
 * What mining will bring on days that are not settled: the running one, and the one before while it is the only other one.
 * Older ones can't be told apart, so nothing is said of them.
 */
function estimateOf(day: Day, days: readonly Day[], overview: Overview | undefined): string {
  if (!overview || day.settled) return '0'
  if (day.date === utcDate(overview.serverTime)) return overview.miningToday
  const open = days.filter(({ settled, date }) => !settled && date < utcDate(overview.serverTime))
  return open.length === 1 && open[0] === day ? overview.settling : '0'
}

interface Drawn {
  days: readonly Day[]
  overview: Overview | undefined
  series: readonly PointSource[]
  /** What a day is called that is estimated, one that is open and has nothing to estimate, and one before the account. */
  words: { estimated: string; open: string; before: string }
  /** The day on which the account was made. */
  since: string
}

/** Bars of days by source; a day that is not settled has its mining as an estimate. */
export function barsOf({ days, overview, series, words, since }: Drawn): BarDay[] {
  return days.map((day) => {
    const guess = estimateOf(day, days, overview)
    const parts = series.map((source) => (source === 'mining' && guess !== '0' ? guess : day.sources[source]))
    const total = parts.reduce((sum, part) => sum + BigInt(part), 0n)
    const idle = day.date < since ? words.before : day.settled ? undefined : words.open
    const state = guess !== '0' ? words.estimated : idle
    // A day on which more was taken back than came has no bar; the table tells it.
    const drawn = parts.map((part) => (part.startsWith('-') ? '0' : part))
    return {
      at: utcDayStart(day.date) ?? 0,
      frozen: guess !== '0',
      ...(state && { state }),
      parts: drawn,
      texts: parts,
      total: String(total),
    }
  })
}
