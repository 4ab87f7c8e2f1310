/** Orders and rentals that were reserved and not paid count for this long. */
export const GIVEN_UP_WITHIN_SECONDS = 86_400

/**
 * End of the restriction of a user with these unpaid reservations: `count` within a day restrict for a day from the
 * last of them. Undefined if not restricted. Times are Unix milliseconds.
 */
export function restrictedUntil(unpaidAt: readonly number[], count: number, now: number): number | undefined {
  const window = GIVEN_UP_WITHIN_SECONDS * 1000
  const times = [...unpaidAt].sort((one, other) => one - other)
  const untils = times.flatMap((last, index) => {
    const first = times[index - count + 1]
    // Stryker disable next-line ConditionalExpression: nothing is within a day of undefined; the compiler does not know that
    return first !== undefined && last - first < window ? [last + window] : []
  })
  const until = Math.max(0, ...untils)
  return until > now ? until : undefined
}
