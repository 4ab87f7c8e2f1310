import type { WithdrawalStatusName } from '#lib/contract/withdrawals.ts'
import { SMALL_WITHDRAWAL_EVERY_SECONDS, WITHDRAWAL_CREDITED_WITHIN_SECONDS } from '#lib/rules/withdrawals.ts'

/** Times are Unix milliseconds. */

export type Status = WithdrawalStatusName

/** Allowed transitions between statuses. */
const nextStatuses: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['approved', 'refused', 'cancelled'],
  approved: ['refused', 'credited'],
  refused: [],
  credited: [],
  cancelled: [],
}

export const statuses = Object.keys(nextStatuses) as readonly Status[]

/** Statuses that are not final. */
export const openStatuses = statuses.filter((one) => nextStatuses[one].length > 0)

export const canBecome = (from: Status, to: Status): boolean => nextStatuses[from].includes(to)

export interface HoldTimes {
  readonly address: number
  readonly credentials: number | null
}

export interface Hold {
  readonly until: number
  readonly reasons: ('address' | 'credentials')[]
}

/** The hold of a pending withdrawal, or null. */
export function pendingHold({ address, credentials }: HoldTimes, now: number): Hold | null {
  const times = [
    { reason: 'address' as const, until: address },
    { reason: 'credentials' as const, until: credentials ?? 0 },
  ].filter(({ until }) => until > now)
  if (times.length === 0) return null
  return { until: Math.max(...times.map(({ until }) => until)), reasons: times.map(({ reason }) => reason) }
}

/** Latest time of the credit: 24 hours after the request, or the end of its hold. */
export const dueAt = (requestedAt: number, hold: Hold | null): number =>
  Math.max(requestedAt + WITHDRAWAL_CREDITED_WITHIN_SECONDS * 1000, hold?.until ?? 0)

/** Earliest time of the next small withdrawal after one that was requested at this time. */
export const nextSmall = (requestedAt: number): number => requestedAt + SMALL_WITHDRAWAL_EVERY_SECONDS * 1000
