import type { Holding } from '#lib/contract/own-account.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The money of an account, as far as closing or protecting the account concerns it; the area money holds it. */
export interface Holdings {
  /** The coins of an account, and what will become of each; amounts in withdrawal are not included. */
  holdingsOf(db: Database, userId: string): Promise<Holding[]>
  /** Whether an account holds any coin, earned or paid in. */
  hasMoney(db: Database, userId: string): Promise<boolean>
  /** Posts the rest to the platform, as its owner agreed; the last step of closing. */
  giveUp(db: Database, of: { userId: string; now: number }): Promise<void>
  /** Makes withdrawals that are pending wait, in the transaction of what they wait for. */
  holdPending(db: Database, of: { userId: string; until: Date }): Promise<void>
}

export const balanceIn = (holdings: readonly Holding[]): string =>
  holdings.find(({ fate }) => fate === 'balance')?.amount ?? '0'
