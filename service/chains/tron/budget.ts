import { MAX_ALTERNATIVES } from './ranges.ts'

/** Requests that a free key of a provider may make in a day. TronGrid gives 100,000; half of it is left to retries and restarts. */
export const REQUESTS_A_DAY = 50_000

const DAY_MS = 86_400_000
/** The shortest time between two rounds: three blocks. */
const ROUND_MS = 10_000
/** Percent of the budget for rounds; the rest is for receipts, payments and the second check. */
const ROUND_PERCENT = 80

/** Requests of a round in which nothing arrives: the head, the final head, the last mark, and the logs of each group of recipients. */
export const requestsOfRound = (recipients: number): number => 3 + Math.ceil(recipients / MAX_ALTERNATIVES)

/**
 * Milliseconds between two rounds, so that a day of them stays within the budget: 10 seconds for up to 1,000 recipients, longer for
 * more.
 */
export function roundMs(recipients: number, requestsADay = REQUESTS_A_DAY): number {
  const rounds = (requestsADay * ROUND_PERCENT) / 100 / requestsOfRound(recipients)
  return Math.max(ROUND_MS, Math.ceil(DAY_MS / rounds))
}
