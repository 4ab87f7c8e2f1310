import { type CellPlace, HOURS } from '#lib/illustration/year-field.ts'
import { NO_HOUR, type YearMonth } from '#lib/time/year.ts'

/** Moves through the cells of a year by their number, which counts the hours of the clock over all months. */

export const countCells = (months: readonly YearMonth[]): number =>
  months.reduce((sum, { days }) => sum + days * HOURS, 0)

export function numberOf(months: readonly YearMonth[], { block, day, hour }: CellPlace): number {
  return countCells(months.slice(0, block)) + day * HOURS + hour
}

export function placeOf(months: readonly YearMonth[], number: number): CellPlace {
  let rest = number
  for (const [block, { days }] of months.entries()) {
    if (rest < days * HOURS) return { block, day: Math.floor(rest / HOURS), hour: rest % HOURS }
    rest -= days * HOURS
  }
  return { block: 0, day: 0, hour: 0 }
}

export const levelAt = (months: readonly YearMonth[], { block, day, hour }: CellPlace): number => {
  const month = months[block]
  return month && day < month.days ? (month.levels[day * HOURS + hour] ?? NO_HOUR) : NO_HOUR
}

/** The last hour with work, or the first cell: where reading begins. */
export function firstRead(months: readonly YearMonth[]): number {
  const levels = months.flatMap((month) => month.levels)
  return Math.max(
    0,
    levels.findLastIndex((level) => level > 0),
  )
}

const steps = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', HOURS],
  ['ArrowUp', -HOURS],
])

/** The cell that a key leads to; undefined for a key that leads nowhere. */
export function movedBy(key: string, number: number, months: readonly YearMonth[]): number | undefined {
  const last = countCells(months) - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'PageDown' || key === 'PageUp') {
    const { block, day, hour } = placeOf(months, number)
    const next = block + (key === 'PageDown' ? 1 : -1)
    const month = months[next]
    return month ? numberOf(months, { block: next, day: Math.min(day, month.days - 1), hour }) : number
  }
  const step = steps.get(key)
  if (step === undefined) return undefined
  const to = number + step
  return to < 0 || to > last ? number : to
}
