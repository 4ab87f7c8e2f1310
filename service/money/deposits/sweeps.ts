import { type Selectable, sql } from 'kysely'
import type { Hash, Hex, PrivateKeyAccount } from 'viem'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { type Evm, feeOf, type TokenTransfer } from '#service/chains/evm/evm.ts'
import type { CoinTransfer, Gas } from '#service/chains/evm/gas.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { GasTransferTable, SweepTable } from './tables.ts'

/**
 * Moves deposits from their addresses to the treasury. Every transfer is saved, signed, before it is sent, so that after a crash the
 * same one is sent again and the network accepts it once.
 */

export type Sweep = Selectable<SweepTable>
type GasTransfer = Selectable<GasTransferTable>

/** Unswept deposit of an address on a network: final receipts less sweeps, in the token's smallest units. */
export interface UnsweptDeposit {
  number: number
  address: Hex
  network: PaymentNetwork
  purpose: string
  subject_id: string
  arrived: bigint
  moved: bigint
  /** The open sweep of it. */
  open: string | null
}

export async function findUnswept(
  db: Database,
  of: { network?: PaymentNetwork; all?: boolean },
): Promise<UnsweptDeposit[]> {
  const { rows } = await sql<UnsweptDeposit>`
    select d.number, d.address, r.network, d.purpose, d.subject_id, r.arrived, coalesce(s.moved, 0) as moved, s.open
    from (
      select deposit, network, sum(value) as arrived from chain_receipts
      where state = 'confirmed' and kind = 'usdt' and (${of.network ?? null}::text is null or network = ${of.network ?? null})
      group by 1, 2
    ) r
    join deposit_addresses d on d.number = r.deposit
    left join (
      select deposit, network, coalesce(sum(value) filter (where outcome = 'moved'), 0) as moved,
        max(id) filter (where outcome is null) as open
      from sweeps group by 1, 2
    ) s on s.deposit = r.deposit and s.network = r.network
    where ${of.all ?? false} or r.arrived > coalesce(s.moved, 0)
    order by r.network, d.number`.execute(db)
  return rows
}

export interface SweepStart {
  one: UnsweptDeposit
  treasury: Hex
  by: string
  now: number
}

/** Begins a sweep of the whole unswept amount; false when one is open already. */
export async function beginSweep(db: Database, { one, treasury, by, now }: SweepStart): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sweeps')
    .values({
      id: newId(),
      network: one.network,
      deposit: one.number,
      treasury,
      value: one.arrived - one.moved,
      begun_by: by,
      begun_at: new Date(now),
      ...{ nonce: null, transaction_id: null, signed: null, outcome: null, ended_at: null },
    })
    .onConflict((conflict) => conflict.columns(['network', 'deposit']).where('outcome', 'is', null).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type OpenSweep = Sweep & { address: Hex }

export const openSweeps = (db: Database): Promise<OpenSweep[]> =>
  db
    .selectFrom('sweeps')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'sweeps.deposit')
    .selectAll('sweeps')
    .select('deposit_addresses.address')
    .where('outcome', 'is', null)
    .orderBy('begun_at')
    .orderBy('sweeps.id')
    .execute() as Promise<OpenSweep[]>

/** Keys and node of a sweep. */
export interface Sweeper {
  db: Database
  evm: Evm
  gas: Gas
  /** Pays the gas of the addresses. */
  wallet: PrivateKeyAccount
  accountOf(number: number): PrivateKeyAccount
  now(): number
}

/** Result of one step of a sweep. */
export type StepResult = 'gas sent' | 'gas waits' | 'sent' | 'waits' | NonNullable<Sweep['outcome']>

/** Does the next step of a sweep, by its state on the network. Throws an Error with the node's reason when it refuses a transfer. */
export async function stepSweep(sweeper: Sweeper, sweep: OpenSweep): Promise<StepResult> {
  await endGas(sweeper, sweep)
  const transfer = transferOf(sweep)
  if (sweep.transaction_id !== null) return follow(sweeper, sweep)
  const terms = await sweeper.evm.quoteOf(transfer)
  const missing = feeOf(terms) - (await sweeper.gas.balanceOf(sweep.address))
  if (missing > 0n) return fundGas(sweeper, sweep, missing)
  const signed = await saveSigned(sweeper, sweep, async (minNonce) => {
    const nonce = Math.max(minNonce, terms.nonce)
    return { nonce, ...(await sweeper.evm.sign(sweeper.accountOf(sweep.deposit), transfer, { ...terms, nonce })) }
  })
  return sendOut(sweeper, signed, 'sent')
}

const transferOf = ({ address, treasury, value }: OpenSweep): TokenTransfer => ({
  payer: address,
  to: treasury as Hex,
  value,
})

async function sendOut(sweeper: Sweeper, signed: string, done: StepResult): Promise<StepResult> {
  const refusal = await sweeper.evm.send(signed as Hash)
  if (refusal !== undefined) throw new Error(`The node refuses the transfer: ${refusal}`)
  return done
}

async function follow(sweeper: Sweeper, sweep: OpenSweep): Promise<StepResult> {
  const { transaction_id, nonce, signed } = sweep
  if (transaction_id === null || nonce === null || signed === null) throw new Error(`sweep ${sweep.id} is not signed`)
  const { state } = await sweeper.evm.transactionStatus(transaction_id as Hash, { ...transferOf(sweep), nonce })
  if (state === 'waiting') return 'waits'
  if (state === 'unknown') return sendOut(sweeper, signed, 'sent')
  const outcome = state === 'paid' ? 'moved' : state
  await sweeper.db
    .updateTable('sweeps')
    .set({ outcome, ended_at: new Date(sweeper.now()) })
    .where('id', '=', sweep.id)
    .where('outcome', 'is', null)
    .execute()
  return outcome
}

/** Signs the transfer and saves it; returns the one that another process has saved meanwhile, if any. */
function saveSigned(
  { db }: Sweeper,
  { id, network, deposit }: OpenSweep,
  sign: (nonce: number) => Promise<{ transactionId: string; signed: string; nonce: number }>,
): Promise<string> {
  return db.transaction().execute(async (db) => {
    const row = await db.selectFrom('sweeps').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (row.signed !== null) return row.signed
    const { last } = await db
      .selectFrom('sweeps')
      .select(({ fn }) => fn.max('nonce').as('last'))
      .where('network', '=', network)
      .where('deposit', '=', deposit)
      .executeTakeFirstOrThrow()
    const { transactionId, signed, nonce } = await sign((last ?? -1) + 1)
    await db.updateTable('sweeps').set({ transaction_id: transactionId, signed, nonce }).where('id', '=', id).execute()
    return signed
  })
}

const openGasOf = (db: Database, sweep: string): Promise<GasTransfer | undefined> =>
  db.selectFrom('gas_transfers').selectAll().where('sweep', '=', sweep).where('outcome', 'is', null).executeTakeFirst()

/** Saves the outcome of the gas transfer of a sweep once it is final. */
async function endGas(sweeper: Sweeper, sweep: OpenSweep): Promise<void> {
  const open = await openGasOf(sweeper.db, sweep.id)
  if (!open) return
  const outcome = await sweeper.gas.transactionStatus(open.transaction_id as Hash, {
    payer: open.payer as Hex,
    nonce: open.nonce,
  })
  if (outcome === 'waiting' || outcome === 'unknown') return
  await sweeper.db
    .updateTable('gas_transfers')
    .set({ outcome, ended_at: new Date(sweeper.now()) })
    .where('transaction_id', '=', open.transaction_id)
    .where('outcome', 'is', null)
    .execute()
}

/** Sends an address the gas that it lacks: repeats the open transfer, or signs another one. */
async function fundGas(sweeper: Sweeper, sweep: OpenSweep, missing: bigint): Promise<StepResult> {
  const transfer: CoinTransfer = { payer: sweeper.wallet.address, to: sweep.address, value: missing }
  const terms = await sweeper.gas.termsOf(transfer)
  const { signed, done } = await sweeper.db
    .transaction()
    .execute(async (db): Promise<{ signed: string; done: StepResult }> => {
      // Signing is serialised, so that no two transfers of the wallet have the same nonce.
      await sql`lock table gas_transfers in share row exclusive mode`.execute(db)
      const other = await openGasOf(db, sweep.id)
      if (other) return { signed: other.signed, done: 'gas waits' }
      const { last } = await db
        .selectFrom('gas_transfers')
        .select(({ fn }) => fn.max('nonce').as('last'))
        .where('network', '=', sweep.network)
        .where('payer', '=', transfer.payer)
        .executeTakeFirstOrThrow()
      const nonce = Math.max(terms.nonce, (last ?? -1) + 1)
      const { transactionId, signed } = await sweeper.gas.sign(sweeper.wallet, transfer, { ...terms, nonce })
      await db
        .insertInto('gas_transfers')
        .values({
          transaction_id: transactionId,
          sweep: sweep.id,
          network: sweep.network,
          payer: transfer.payer,
          nonce,
          value: missing,
          signed,
          signed_at: new Date(sweeper.now()),
          outcome: null,
          ended_at: null,
        })
        .execute()
      return { signed, done: 'gas sent' }
    })
  return sendOut(sweeper, signed, done)
}
