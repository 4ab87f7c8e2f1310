import type { Holding } from '#lib/contract/own-account.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The money of an account that is closed; money/balance holds it. */
export interface Holdings {
  /** The coins that an account holds, and what becomes of each; those that are being withdrawn are not among them. */
  holdingsOf(db: Database, userId: string): Promise<Holding[]>
  /** Posts the rest to the platform, as its owner agreed: the last step of closing. */
  giveUp(db: Database, of: { userId: string; now: number }): Promise<void>
}

export const balanceIn = (holdings: readonly Holding[]): string =>
  holdings.find(({ fate }) => fate === 'balance')?.amount ?? '0'
