import type { Coin } from '#lib/money/coins.ts'

/** What an account of a user holds; each is 0 or more at any time. */
export const userKinds = ['available', 'frozen', 'withdrawing'] as const
export type UserKind = (typeof userKinds)[number]

/**
 * Accounts of the platform, which may go below zero: `mint` is where earnings come from, `fee` what withdrawals cost,
 * `paid_out` what has left for the users' own wallets.
 */
export const platformKinds = ['mint', 'fee', 'paid_out'] as const
export type PlatformKind = (typeof platformKinds)[number]

export const PLATFORM = 'platform'

/** Names one account of the ledger. */
export interface AccountName {
  readonly owner: string
  readonly coin: Coin
  readonly kind: UserKind | PlatformKind
}

export const ofUser = (userId: string, coin: Coin, kind: UserKind): AccountName => ({ owner: userId, coin, kind })
export const ofPlatform = (coin: Coin, kind: PlatformKind): AccountName => ({ owner: PLATFORM, coin, kind })

/** One text for one account; ids hold no slash. */
export const keyOf = ({ owner, coin, kind }: { owner: string; coin: string; kind: string }): string =>
  `${owner}/${coin}/${kind}`
