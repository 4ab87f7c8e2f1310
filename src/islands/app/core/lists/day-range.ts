import { atom, computed, type ReadableAtom } from 'nanostores'
import { isFutureDay, rangeRefusal } from '#lib/rules/range.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'

export const dayBefore = (date: string, days: number): string => utcDate((utcDayStart(date) ?? 0) - days * 86_400)

/** Day range of a statistic: a number of days up to today, or two UTC days chosen by the user. */
export function createDayRange($today: ReadableAtom<string>) {
  const $choice = atom<{ days?: 7 | 14; from?: string; to?: string }>({ days: 14 })
  const $range = computed([$choice, $today], ({ days, from, to }, today) => ({
    from: days === undefined ? (from ?? '') : dayBefore(today, days - 1),
    to: days === undefined ? (to ?? '') : today,
  }))
  return {
    $today,
    $choice,
    $range,
    /** Validation error of the chosen days. */
    $error: computed([$range, $today], ({ from, to }, today) => {
      if (isFutureDay(from, today) || isFutureDay(to, today)) return 'RANGE_FUTURE'
      const [start, end] = [utcDayStart(from), utcDayStart(to)]
      return start === undefined || end === undefined ? 'RANGE_EMPTY' : rangeRefusal(start, end)
    }),
    chooseDays(days: { from?: string; to?: string }): void {
      $choice.set({ ...$range.get(), ...days })
    },
  }
}

export type DayRange = ReturnType<typeof createDayRange>
