import type { WithdrawalStatusName } from '#lib/contract/withdrawals.ts'
import { SMALL_WITHDRAWAL_EVERY_SECONDS, WITHDRAWAL_CREDITED_WITHIN_SECONDS } from '#lib/rules/withdrawals.ts'

/** Times are Unix milliseconds. */

export type Status = WithdrawalStatusName

/** The steps that a withdrawal may take. */
const nexts: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['approved', 'refused', 'cancelled'],
  approved: ['refused', 'credited'],
  refused: [],
  credited: [],
  cancelled: [],
}

export const statuses = Object.keys(nexts) as readonly Status[]

/** Those of a withdrawal that has not ended. */
export const openStatuses = statuses.filter((one) => nexts[one].length > 0)

export const mayBecome = (from: Status, to: Status): boolean => nexts[from].includes(to)

export interface HoldTimes {
  readonly address: number
  readonly credentials: number | null
}

export interface Hold {
  readonly until: number
  readonly reasons: ('address' | 'credentials')[]
}

/** What holds a pending withdrawal back, or null when nothing does. */
export function holdOf({ address, credentials }: HoldTimes, now: number): Hold | null {
  const times = [
    { reason: 'address' as const, until: address },
    { reason: 'credentials' as const, until: credentials ?? 0 },
  ].filter(({ until }) => until > now)
  if (times.length === 0) return null
  return { until: Math.max(...times.map(({ until }) => until)), reasons: times.map(({ reason }) => reason) }
}

/** When a withdrawal is credited at the latest: 24 hours on, or when what holds it back has passed. */
export const dueAt = (requestedAt: number, hold: Hold | null): number =>
  Math.max(requestedAt + WITHDRAWAL_CREDITED_WITHIN_SECONDS * 1000, hold?.until ?? 0)

/** When the next small withdrawal is allowed after one of this time. */
export const nextSmall = (requestedAt: number): number => requestedAt + SMALL_WITHDRAWAL_EVERY_SECONDS * 1000
