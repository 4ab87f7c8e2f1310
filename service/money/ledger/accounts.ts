import type { Asset, Coin } from '#lib/money/coins.ts'

/**
 * Accounts of a user; none ever falls below zero. Earned coins go from `frozen` to `available` to `withdrawing`; points are
 * `available` at once. `balance` holds paid-in USDT, which buys and is never withdrawn.
 */
export const userKinds = ['available', 'frozen', 'withdrawing', 'balance'] as const
export type UserKind = (typeof userKinds)[number]
/** Those that hold what was earned. */
export const earnedKinds = ['available', 'frozen', 'withdrawing'] as const satisfies readonly UserKind[]

/**
 * Accounts of the platform, which may fall below zero:
 * - `mint` issues earnings and points; `fee` receives fees of withdrawals; `paid_out` receives what left for users' wallets
 * - `deposits` issues what arrived on the networks; `suspense` holds arrivals that are not allocated yet
 * - `orders` and `rentals` hold payments for hash rate and for rented GPUs
 * - `rewards` pays ambassadors' shares and points that are not mined; `residue` holds rounding differences and holdings of closed accounts
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

/** Key of a ledger account; `owner` is a user's id or `PLATFORM`. */
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

/** Whether an account of this owner, asset and kind may exist; the ledger opens no other. */
export const isAccount = ({ owner, coin, kind }: AccountName): boolean =>
  (owner === PLATFORM ? platformKinds : userKindsOf(coin)).some((known) => known === kind)

/** A user's account of earned coins. */
export const ofUser = (userId: string, coin: Coin, kind: Exclude<UserKind, 'balance'>): AccountName => ({
  owner: userId,
  coin,
  kind,
})
/** A user's account of points. */
export const pointsOf = (userId: string): AccountName => ({ owner: userId, coin: 'POINTS', kind: 'available' })
/** A user's account of paid-in USDT. */
export const balanceAccount = (userId: string): AccountName => ({ owner: userId, coin: 'USDT', kind: 'balance' })
/** An account of the platform. */
export const ofPlatform = (coin: Asset, kind: PlatformKind): AccountName => ({ owner: PLATFORM, coin, kind })

/** Unique text key of an account: `owner/coin/kind`. Ids contain no slash. */
export const keyOf = ({ owner, coin, kind }: AccountName): string => `${owner}/${coin}/${kind}`
