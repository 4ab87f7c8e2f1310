import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { pointStatistics, pointsOverview } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import type { BarDay } from '#ui/chart/figures.ts'

type Day = ReplyOf<typeof pointStatistics>['days'][number]
type Overview = ReplyOf<typeof pointsOverview>

/**
 * Estimated mining of unsettled days: the running one, and the day before while it is the only other one. Older ones
 * cannot be separated, so they have no estimate.
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
  /** Labels of a day with an estimate, an open day without one, and a day before the account. */
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
    // A day with more points taken back than earned has no bar; the table shows it.
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
