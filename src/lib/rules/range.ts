/** Longest date range that any statistic takes: 14 days (SPEC-5.19, ADR-127). */
export const LONGEST_RANGE_SECONDS = 14 * 86_400

/** True if a UTC day, `YYYY-MM-DD`, has not begun; false for ''. */
export const isFutureDay = (day: string, today: string): boolean => day > today

/** Refusal reason of a range of Unix seconds, for client and service. */
export function rangeRefusal(start: number, end: number): 'RANGE_REVERSED' | 'RANGE_TOO_LONG' | undefined {
  if (end < start) return 'RANGE_REVERSED'
  if (end - start > LONGEST_RANGE_SECONDS) return 'RANGE_TOO_LONG'
  return undefined
}
