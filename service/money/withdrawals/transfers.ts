import type { Selectable } from 'kysely'
import { type Coin, decimalsOf, fromUnits } from '#lib/money/coins.ts'
import {
  contractOf,
  type Follower,
  type Network,
  NetworkError,
  type Payer,
  type Terms,
  type TokenTransfer,
} from '#service/chains/network.ts'
import { networkBy } from '#service/chains/networks.ts'
import { readDecimals } from '#service/chains/token-decimals.ts'
import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from './steps.ts'
import type { SignedTransferTable } from './tables.ts'

/**
 * Transfers that the operator's program signs. Each is saved before it is sent, so that after a crash the same one is sent again and
 * the network accepts it once.
 */

export type SignedTransfer = Selectable<SignedTransferTable>

/** A network on which a coin is paid by a program. */
export interface PayingNetwork {
  network: Network
  follower: Follower
  /** The contract of the coin's token. */
  token: string
}

/** The same, whose node was checked. */
export interface OpenNetwork extends PayingNetwork {
  decimals: number
}

/** The network on which the program pays a withdrawal; undefined when it is paid by hand. */
export function payingNetwork(config: Config, { coin, chain }: Pick<Row, 'coin' | 'chain'>): PayingNetwork | undefined {
  const network = networkBy(config, chain)
  const token = network && contractOf(network, coin)
  return network?.follower && token !== undefined ? { network, follower: network.follower, token } : undefined
}

/** Connects to a network. Throws a NetworkError when the node serves another network than the settings name. */
export async function openNetwork(db: Database, paying: PayingNetwork): Promise<OpenNetwork> {
  const { network, follower, token } = paying
  await follower.check()
  return { ...paying, decimals: await readDecimals(db, { network: network.facts.code, contract: token }, follower) }
}

/** Converts ledger units into token units without rounding. Throws a NetworkError when the token has too few decimals. */
export function tokenValue(units: bigint, coin: Coin, decimals: number): bigint {
  const more = decimals - decimalsOf[coin]
  if (more >= 0) return units * 10n ** BigInt(more)
  const unit = 10n ** BigInt(-more)
  if (units % unit !== 0n) throw new NetworkError(`The token cannot hold ${fromUnits(units, coin)} ${coin} exactly.`)
  return units / unit
}

/** The transfer that pays a withdrawal from a wallet. */
export const transferOf = (row: Row, payer: string, { decimals, token }: OpenNetwork): TokenTransfer => ({
  payer,
  to: row.address,
  token,
  value: tokenValue(row.receive, row.coin, decimals),
})

/** The signed transfer of a withdrawal that has no final outcome yet. */
export const openTransfer = (db: Database, withdrawalId: string): Promise<SignedTransfer | undefined> =>
  db
    .selectFrom('signed_transfers')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .where('outcome', 'is', null)
    .executeTakeFirst()

export type Outcome = NonNullable<SignedTransfer['outcome']>

/** Saves the outcome of a transfer; returns false when it was saved before. */
export async function endTransfer(
  db: Database,
  transactionId: string,
  { outcome, now }: { outcome: Outcome; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('signed_transfers')
    .set({ outcome, ended_at: new Date(now) })
    .where('transaction_id', '=', transactionId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface TransferPlan {
  payer: Payer
  transfer: TokenTransfer
  terms: Terms
  /** At most, in the coin that fees are paid in. */
  fee: string
}

/**
 * Signs and saves the transfer of a payout, in the transaction that begins it. Begins are serialised, so that no two transfers take
 * the same place on their network.
 */
export async function saveTransfer(db: Database, row: Row, plan: TransferPlan, now: number): Promise<SignedTransfer> {
  const { payer, transfer, terms } = plan
  const last = await db
    .selectFrom('signed_transfers')
    .select('terms')
    .where('chain', '=', row.chain)
    .where('payer', '=', transfer.payer)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { id: transactionId, signed, terms: signedTerms } = await payer.sign(transfer, terms, last?.terms)
  await db
    .updateTable('payouts')
    .set({ adapter: 'signed', transaction_id: transactionId })
    .where('withdrawal_id', '=', row.id)
    .execute()
  return db
    .insertInto('signed_transfers')
    .values({
      transaction_id: transactionId,
      withdrawal_id: row.id,
      chain: row.chain,
      payer: transfer.payer,
      terms: signedTerms,
      signed,
      signed_at: new Date(now),
      outcome: null,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
