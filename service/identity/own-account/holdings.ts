import type { Holding } from '#lib/contract/own-account.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The money of an account that is being closed; money/balance implements it. */
export interface Holdings {
  /** The coins of an account, and what will become of each; amounts in withdrawal are not included. */
  holdingsOf(db: Database, userId: string): Promise<Holding[]>
  /** Posts the rest to the platform, as its owner agreed; the last step of closing. */
  giveUp(db: Database, of: { userId: string; now: number }): Promise<void>
}

export const balanceIn = (holdings: readonly Holding[]): string =>
  holdings.find(({ fate }) => fate === 'balance')?.amount ?? '0'
