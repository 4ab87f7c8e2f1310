import type { MissingCondition, RewardState } from '#lib/contract/invitations.ts'
import { INVITATION_SHARE_PERCENT } from '#lib/rules/points.ts'

/** What an inviter has of points that an invitee's devices mined: whole points, and the hundredths that are cut off. */
export function shareOf(base: bigint): { points: bigint; hundredths: number } {
  const exact = base * BigInt(INVITATION_SHARE_PERCENT)
  return { points: exact / 100n, hundredths: Number(exact % 100n) }
}

interface Progress {
  linked: boolean
  validDay: string | null
  earnedDay: string | null
}

/** The next thing that an invitee still has to do. */
export function missingOf({ linked, validDay, earnedDay }: Progress): MissingCondition {
  if (!linked) return 'device'
  if (earnedDay !== null) return null
  return validDay === null ? 'hours' : 'revenue'
}

export type Review = 'open' | 'held' | 'accepted' | 'refused' | 'reversed'

/** Where the points of an invitation stand, as its inviter is told. */
export function rewardStateOf(of: { review: Review; paid: boolean; linked: boolean }): RewardState {
  if (of.review === 'reversed' || of.review === 'refused') return of.review
  if (of.review === 'held') return 'review'
  if (of.paid) return 'paid'
  return of.linked ? 'confirming' : 'open'
}
