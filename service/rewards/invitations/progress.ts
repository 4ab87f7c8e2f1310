import type { MissingCondition, RewardState } from '#lib/contract/invitations.ts'
import { INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'

/** An inviter's share of points that an invitee's devices mined: whole points, and the hundredths cut off. */
export function shareOf(base: bigint): { points: bigint; hundredths: number } {
  const exact = base * BigInt(INVITATION_SHARE_PERCENT)
  return { points: exact / 100n, hundredths: Number(exact % 100n) }
}

interface Progress {
  linked: boolean
  validDay: string | null
  earnedDay: string | null
}

/** The next condition that an invitee has to fulfil, or null. */
export function missingOf({ linked, validDay, earnedDay }: Progress): MissingCondition {
  if (!linked) return 'device'
  if (earnedDay !== null) return null
  return validDay === null ? 'hours' : 'revenue'
}

export type Review = 'open' | 'held' | 'accepted' | 'refused' | 'reversed'

/** State of an invitation's reward in the contract. */
export function rewardStateOf(of: { review: Review; paid: boolean; linked: boolean }): RewardState {
  if (of.review === 'reversed' || of.review === 'refused') return of.review
  if (of.review === 'held') return 'review'
  if (of.paid) return 'paid'
  return of.linked ? 'confirming' : 'open'
}
