const HUNDRED = 100n

/**
 * Whole percents of parts of a sum, which add up to 100: rounded down, and the missing ones go to the largest remainders (Hamilton's
 * method), the first of equal ones first. Parts below zero count as 0; without a sum there is nothing to share.
 */
export function percentShares(parts: readonly bigint[]): number[] {
  const counted = parts.map((part) => (part > 0n ? part : 0n))
  const sum = counted.reduce((total, part) => total + part, 0n)
  if (sum === 0n) return counted.map(() => 0)
  const shares = counted.map((part) => Number((part * HUNDRED) / sum))
  const missing = 100 - shares.reduce((total, share) => total + share, 0)
  const byRemainder = counted
    .map((part, index) => ({ index, remainder: (part * HUNDRED) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return shares.map((share, index) => (raised.has(index) ? share + 1 : share))
}
