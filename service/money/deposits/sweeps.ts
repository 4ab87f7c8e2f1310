import { type Selectable, sql } from 'kysely'
import type { Hash, Hex, PrivateKeyAccount } from 'viem'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { type Evm, feeOf, type TokenTransfer } from '#service/chains/evm/evm.ts'
import type { CoinTransfer, Gas } from '#service/chains/evm/gas.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { GasTransferTable, SweepTable } from './tables.ts'

/**
 * Moves what was paid from its deposit address to the treasury. Every transfer stands in the database, signed, before it is sent:
 * whoever comes after a crash sends that one again, and the network takes it once.
 */

export type Sweep = Selectable<SweepTable>
type GasTransfer = Selectable<GasTransferTable>

/** What lies on an address of a network, by what has become final there and what was moved away; in the token's own units. */
export interface Lying {
  number: number
  address: Hex
  network: PaymentNetwork
  purpose: string
  subject_id: string
  arrived: bigint
  moved: bigint
  /** The sweep of it that is under way. */
  open: string | null
}

export async function lyingOn(db: Database, of: { network?: PaymentNetwork; all?: boolean }): Promise<Lying[]> {
  const { rows } = await sql<Lying>`
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

export interface Beginning {
  one: Lying
  treasury: Hex
  by: string
  now: number
}

/** Begins a sweep of all that lies there; false when one is under way already. */
export async function beginSweep(db: Database, { one, treasury, by, now }: Beginning): Promise<boolean> {
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

/** Who signs, and by which node. */
export interface Sweeper {
  db: Database
  evm: Evm
  gas: Gas
  /** Pays for the fees of the addresses. */
  wallet: PrivateKeyAccount
  accountOf(number: number): PrivateKeyAccount
  now(): number
}

/** How far a sweep has come by a step. */
export type Stepped = 'gas sent' | 'gas waits' | 'sent' | 'waits' | NonNullable<Sweep['outcome']>

/** One step of a sweep: it asks the network where it stands, and does what comes next. Throws what the node says against it. */
export async function stepSweep(it: Sweeper, sweep: OpenSweep): Promise<Stepped> {
  await endGas(it, sweep)
  const transfer = transferOf(sweep)
  if (sweep.transaction_id !== null) return follow(it, sweep)
  const terms = await it.evm.quoteOf(transfer)
  const missing = feeOf(terms) - (await it.gas.balanceOf(sweep.address))
  if (missing > 0n) return fund(it, sweep, missing)
  const signed = await keepSigned(it, sweep, async (least) => {
    const nonce = Math.max(least, terms.nonce)
    return { nonce, ...(await it.evm.sign(it.accountOf(sweep.deposit), transfer, { ...terms, nonce })) }
  })
  return sendOut(it, signed, 'sent')
}

const transferOf = ({ address, treasury, value }: OpenSweep): TokenTransfer => ({
  payer: address,
  to: treasury as Hex,
  value,
})

async function sendOut(it: Sweeper, signed: string, done: Stepped): Promise<Stepped> {
  const refusal = await it.evm.send(signed as Hash)
  if (refusal !== undefined) throw new Error(`The node does not take it: ${refusal}`)
  return done
}

async function follow(it: Sweeper, sweep: OpenSweep): Promise<Stepped> {
  const { transaction_id, nonce, signed } = sweep
  if (transaction_id === null || nonce === null || signed === null) throw new Error(`sweep ${sweep.id} is not signed`)
  const { state } = await it.evm.transactionStatus(transaction_id as Hash, { ...transferOf(sweep), nonce })
  if (state === 'waiting') return 'waits'
  if (state === 'unknown') return sendOut(it, signed, 'sent')
  const outcome = state === 'paid' ? 'moved' : state
  await it.db
    .updateTable('sweeps')
    .set({ outcome, ended_at: new Date(it.now()) })
    .where('id', '=', sweep.id)
    .where('outcome', 'is', null)
    .execute()
  return outcome
}

/** Signs the transfer and keeps it, unless somebody has done so meanwhile: then that one is it. */
function keepSigned(
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

/** Keeps the end of what was sent for the fee of a sweep, if it has one. */
async function endGas(it: Sweeper, sweep: OpenSweep): Promise<void> {
  const open = await openGasOf(it.db, sweep.id)
  if (!open) return
  const outcome = await it.gas.transactionStatus(open.transaction_id as Hash, {
    payer: open.payer as Hex,
    nonce: open.nonce,
  })
  if (outcome === 'waiting' || outcome === 'unknown') return
  await it.db
    .updateTable('gas_transfers')
    .set({ outcome, ended_at: new Date(it.now()) })
    .where('transaction_id', '=', open.transaction_id)
    .where('outcome', 'is', null)
    .execute()
}

/** Sends an address what it lacks for the fee: what is under way already, or one transfer more. */
async function fund(it: Sweeper, sweep: OpenSweep, missing: bigint): Promise<Stepped> {
  const transfer: CoinTransfer = { payer: it.wallet.address, to: sweep.address, value: missing }
  const terms = await it.gas.termsOf(transfer)
  const { signed, done } = await it.db.transaction().execute(async (db): Promise<{ signed: string; done: Stepped }> => {
    // Those who sign take turns: no two transfers of the wallet have the same nonce.
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
    const { transactionId, signed } = await it.gas.sign(it.wallet, transfer, { ...terms, nonce })
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
        signed_at: new Date(it.now()),
        outcome: null,
        ended_at: null,
      })
      .execute()
    return { signed, done: 'gas sent' }
  })
  return sendOut(it, signed, done)
}
