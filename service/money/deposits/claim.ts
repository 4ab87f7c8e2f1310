import type { Deposit } from '#lib/contract/deposits.ts'
import { networksOfKey } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type NamedOutcome, nameTransaction } from './named-transactions.ts'
import type { Purpose } from './payment-handler.ts'
import { scheduleDeposit } from './reconciliations.ts'
import { pollSoon } from './watch-networks.ts'

/** Claims of payers ("I have paid") and their verification on the networks. */

/** Marks transactions that a payer has named, as opposed to an operator or the reconciliation. */
const BY_PAYER = 'payer'

export interface Claim {
  purpose: Purpose
  subjectId: string
  userId: string
  transactionId: string | undefined
}

/** Schedules a poll of a deposit's network, a comparison of its balance, and a look-up of the transaction that the payer names. */
export async function claimPayment(ctx: Context, { purpose, subjectId, userId, transactionId }: Claim): Promise<void> {
  if (transactionId !== undefined) await ctx.limits.spend('nameUser', userId)
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom('deposit_addresses')
      .select(['number', 'network', 'key_id', 'address_of'])
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!found) return
    const { number: deposit, network } = found
    // The payer may have used another network than the chosen one, where that has the same addresses.
    const networks = networksOfKey(ctx.payments, found.key_id)
    await scheduleDeposit(db, { deposit: found.address_of ?? deposit, networks, now })
    if (transactionId !== undefined) await nameTransaction(db, { networks, transactionId, deposit, by: BY_PAYER, now })
    await pollSoon(ctx, db, network)
  })
}

/** The last transaction that each deposit's payer has named, with its state, by the deposit's number. */
export async function claimsOf(db: Database, deposits: readonly number[]): Promise<Map<number, Deposit['named']>> {
  if (deposits.length === 0) return new Map()
  const rows = await db
    .selectFrom('named_transactions')
    .select(['deposit', 'transaction_id', 'outcome'])
    .where('deposit', 'in', deposits)
    .where('named_by', '=', BY_PAYER)
    .orderBy('named_at', 'desc')
    .orderBy('transaction_id')
    .execute()
  const claims = new Map<number, Deposit['named']>()
  for (const { deposit, transaction_id: transactionId } of rows) {
    if (deposit === null || claims.has(deposit)) continue
    const same = rows.filter((one) => one.deposit === deposit && one.transaction_id === transactionId)
    claims.set(deposit, { transactionId, state: stateOf(same.map(({ outcome }) => outcome)) })
  }
  return claims
}

/** Combines the outcomes of one transaction on all networks: it is found when one network has it. */
function stateOf(outcomes: readonly (NamedOutcome | null)[]): NonNullable<Deposit['named']>['state'] {
  if (outcomes.includes('found')) return 'found'
  for (const outcome of ['reverted', 'nothing'] as const) if (outcomes.includes(outcome)) return outcome
  return outcomes.includes(null) ? 'looking' : 'unknown'
}
