import type { Deposit } from '#lib/contract/deposits.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type NamedOutcome, nameTransaction } from './named-transactions.ts'
import { scheduleDeposit } from './reconciliations.ts'
import type { Purpose } from './taker.ts'
import { lookSoon } from './watching.ts'

/** "I have paid": what a payer says has happened, which the networks are then asked about. */

/** Tells what a payer has named from what an operator or the reconciliation has. */
const BY_PAYER = 'payer'

export interface Claim {
  purpose: Purpose
  subjectId: string
  userId: string
  transactionId: string | undefined
}

/** Has the network of a deposit looked at, its balance compared, and the transaction that its payer names asked for. */
export async function claimPayment(ctx: Context, { purpose, subjectId, userId, transactionId }: Claim): Promise<void> {
  if (transactionId !== undefined) await ctx.limits.spend('nameUser', userId)
  const [networks, now] = [offeredNetworks(ctx.payments), ctx.clock.now()]
  await ctx.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom('deposit_addresses')
      .select(['number', 'network'])
      .where('purpose', '=', purpose)
      .where('subject_id', '=', subjectId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!found) return
    const { number: deposit, network } = found
    await scheduleDeposit(db, { deposit, networks, now })
    // It may have been sent on another network than the chosen one.
    if (transactionId !== undefined) await nameTransaction(db, { networks, transactionId, deposit, by: BY_PAYER, now })
    await lookSoon(ctx, db, network)
  })
}

/** What the payers of deposits have named last, and what became of it, by the deposit's number. */
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

/** Of the same transaction on every network: found on one, it is found. */
function stateOf(outcomes: readonly (NamedOutcome | null)[]): NonNullable<Deposit['named']>['state'] {
  if (outcomes.includes('found')) return 'found'
  for (const outcome of ['reverted', 'nothing'] as const) if (outcomes.includes(outcome)) return outcome
  return outcomes.includes(null) ? 'looking' : 'unknown'
}
