import type { Asset, Coin } from '#lib/money/coins.ts'

/**
 * What an account of a user holds; each is 0 or more at any time. Coins that were earned are `frozen`, then `available`, then
 * `withdrawing`; points are `available` at once. `balance` is what was paid in, in USDT alone: it buys and is never withdrawn.
 */
export const userKinds = ['available', 'frozen', 'withdrawing', 'balance'] as const
export type UserKind = (typeof userKinds)[number]
/** Those that hold what was earned. */
export const earnedKinds = ['available', 'frozen', 'withdrawing'] as const satisfies readonly UserKind[]

/**
 * Accounts of the platform, which may go below zero:
 * - `mint` is where earnings and points come from, `fee` what withdrawals cost, `paid_out` what has left for users' wallets
 * - `deposits` is what arrived on the networks (below zero), `suspense` what arrived and belongs to no order or user yet
 * - `orders` and `rentals` are what was paid for orders of hash rate and for rented GPUs
 * - `rewards` is what the platform spends on its ambassadors, `residue` what roundings leave
 *   and what is given up with an account
 */
export const platformKinds = [
  'mint',
  'fee',
  'paid_out',
  'deposits',
  'suspense',
  'orders',
  'rentals',
  'rewards',
  'residue',
] as const
export type PlatformKind = (typeof platformKinds)[number]
export type AccountKind = UserKind | PlatformKind

export const PLATFORM = 'platform'

/** Names one account of the ledger. */
export interface AccountName {
  readonly owner: string
  readonly coin: Asset
  readonly kind: AccountKind
}

/** The accounts that a user can have of an asset. */
export function userKindsOf(asset: Asset): readonly UserKind[] {
  if (asset === 'POINTS') return ['available']
  return asset === 'USDT' ? userKinds : userKinds.filter((kind) => kind !== 'balance')
}

/** Whether there is such an account, whoever it is of: the ledger opens no other. */
export const isAccount = ({ owner, coin, kind }: AccountName): boolean =>
  (owner === PLATFORM ? platformKinds : userKindsOf(coin)).some((known) => known === kind)

export const ofUser = (userId: string, coin: Coin, kind: Exclude<UserKind, 'balance'>): AccountName => ({
  owner: userId,
  coin,
  kind,
})
export const pointsOf = (userId: string): AccountName => ({ owner: userId, coin: 'POINTS', kind: 'available' })
export const balanceAccount = (userId: string): AccountName => ({ owner: userId, coin: 'USDT', kind: 'balance' })
export const ofPlatform = (coin: Asset, kind: PlatformKind): AccountName => ({ owner: PLATFORM, coin, kind })

/** One text for one account; ids hold no slash. */
export const keyOf = ({ owner, coin, kind }: AccountName): string => `${owner}/${coin}/${kind}`
