import type { Selectable } from 'kysely'
import { getAddress, type PrivateKeyAccount } from 'viem'
import { type Coin, decimalsOf, fromUnits } from '#lib/money/coins.ts'
import { type Evm, openEvm, type TokenTransfer, type TransferTerms } from '#service/chains/evm/evm.ts'
import { EvmError } from '#service/chains/evm/evm-errors.ts'
import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type EvmSettings, isEvmChain } from '#service/platform/settings/networks.ts'
import type { Row } from './steps.ts'
import type { SignedTransferTable } from './tables.ts'

/**
 * Transfers that the operator's program signs. Each is saved before it is sent, so that after a crash the same one is sent again and
 * the network accepts it once.
 */

export type SignedTransfer = Selectable<SignedTransferTable>

/** A checked connection to a network, with the decimals of its token. */
export interface Network {
  evm: Evm
  decimals: number
}

/** Settings of the network on which the program pays a withdrawal; undefined when it is paid by hand. */
export const settingsOf = ({ evm }: Config, { coin, chain }: Pick<Row, 'coin' | 'chain'>): EvmSettings | undefined =>
  coin === 'USDT' && isEvmChain(chain) ? evm[chain] : undefined

/** Connects to a network. Throws EvmProblem when the node serves another network than the settings name. */
export async function openNetwork(settings: EvmSettings): Promise<Network> {
  const evm = openEvm(settings)
  await evm.check()
  return { evm, decimals: await evm.decimals() }
}

/** Converts ledger units into token units without rounding. Throws EvmProblem when the token has too few decimals. */
export function tokenValue(units: bigint, coin: Coin, decimals: number): bigint {
  const more = decimals - decimalsOf[coin]
  if (more >= 0) return units * 10n ** BigInt(more)
  const unit = 10n ** BigInt(-more)
  if (units % unit !== 0n) throw new EvmError(`The token cannot hold ${fromUnits(units, coin)} ${coin} exactly.`)
  return units / unit
}

/** The transfer that pays a withdrawal from a wallet. */
export const transferOf = (row: Row, payer: string, { decimals }: Network): TokenTransfer => ({
  payer: checksummed(payer),
  to: checksummed(row.address),
  value: tokenValue(row.receive, row.coin, decimals),
})

/** Adds the checksum: addresses are stored as they were entered, and one in capitals alone would fail viem's check. */
const checksummed = (address: string) => getAddress(address.toLowerCase())

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
  evm: Evm
  account: PrivateKeyAccount
  transfer: TokenTransfer
  terms: TransferTerms
}

/**
 * Signs and saves the transfer of a payout, in the transaction that begins it. Begins are serialised, so that no two transfers have
 * the same nonce.
 */
export async function saveTransfer(db: Database, row: Row, plan: TransferPlan, now: number): Promise<SignedTransfer> {
  const { evm, account, transfer, terms } = plan
  const { last } = await db
    .selectFrom('signed_transfers')
    .select((expression) => expression.fn.max('nonce').as('last'))
    .where('chain', '=', row.chain)
    .where('payer', '=', transfer.payer)
    .executeTakeFirstOrThrow()
  const nonce = Math.max(terms.nonce, (last ?? -1) + 1)
  const { transactionId, signed } = await evm.sign(account, transfer, { ...terms, nonce })
  await db
    .updateTable('payouts')
    .set({ adapter: 'evm', transaction_id: transactionId })
    .where('withdrawal_id', '=', row.id)
    .execute()
  return db
    .insertInto('signed_transfers')
    .values({
      transaction_id: transactionId,
      withdrawal_id: row.id,
      chain: row.chain,
      payer: transfer.payer,
      nonce,
      signed,
      signed_at: new Date(now),
      outcome: null,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
