import { type Selectable, sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type {
  Collecting,
  Collector,
  CollectStep,
  Follower,
  Terms,
  TokenTransfer,
  TransactionStatus,
} from '#service/chains/network.ts'
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
  address: string
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
      select coalesce(address_of, number) as deposit, receipt.network, sum(value) as arrived
      from chain_receipts receipt join deposit_addresses on number = receipt.deposit
      where state = 'confirmed' and kind = 'usdt' and (${of.network ?? null}::text is null or receipt.network = ${of.network ?? null})
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
  one: Pick<UnsweptDeposit, 'number' | 'network'>
  treasury: string
  by: string
  now: number
}

/**
 * Begins a sweep of the whole amount that is unswept now: an operator may have read of it long before. False when there is none, or one
 * is open already.
 */
export async function beginSweep(db: Database, { one, treasury, by, now }: SweepStart): Promise<boolean> {
  // One snapshot has the sums and the open sweep: none that has ended since can be missing in both.
  const { numAffectedRows } = await sql`
    with of as (
      select (select coalesce(sum(value), 0) from chain_receipts
          where deposit in (select number from deposit_addresses where number = ${one.number} or address_of = ${one.number})
            and network = ${one.network} and state = 'confirmed' and kind = 'usdt')
        - coalesce(sum(value) filter (where outcome = 'moved'), 0) as value, count(*) filter (where outcome is null) as open
      from sweeps where deposit = ${one.number} and network = ${one.network}
    )
    insert into sweeps (id, network, deposit, treasury, value, begun_by, begun_at)
    select ${newId()}, ${one.network}, ${one.number}, ${treasury}, value, ${by}, ${new Date(now)} from of
    where value > 0 and open = 0
    on conflict (network, deposit) where outcome is null do nothing`.execute(db)
  return numAffectedRows === 1n
}

export type OpenSweep = Sweep & { address: string }

export const openSweeps = (db: Database): Promise<OpenSweep[]> =>
  db
    .selectFrom('sweeps')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'sweeps.deposit')
    .selectAll('sweeps')
    .select('deposit_addresses.address')
    .where('outcome', 'is', null)
    .orderBy('begun_at')
    .orderBy('sweeps.id')
    .execute()

/** Keys and node of a sweep. */
export interface Sweeper {
  db: Database
  collector: Collector
  follower: Follower
  /** The contract of the token that is moved. */
  token: string
  now(): number
}

/** Result of one step of a sweep. */
export type StepResult = 'gas sent' | 'gas waits' | 'sent' | 'waits' | NonNullable<Sweep['outcome']>

/** Does the next step of a sweep, by its state on the network. Throws an Error with the node's reason when it refuses a transfer. */
export async function stepSweep(sweeper: Sweeper, sweep: OpenSweep): Promise<StepResult> {
  await endPreparation(sweeper, sweep)
  if (sweep.transaction_id !== null) return follow(sweeper, sweep)
  const of = { number: sweep.deposit, transfer: transferOf(sweeper, sweep) }
  const step = await sweeper.collector.next(of)
  if (step.kind === 'prepare') return prepare(sweeper, sweep, { of, step })
  const signed = await saveSigned(sweeper, sweep, (last) => sweeper.collector.sign(of, step, last))
  return sendOut(sweeper, signed, 'sent')
}

const transferOf = ({ token }: Sweeper, { address, treasury, value }: OpenSweep): TokenTransfer => ({
  payer: address,
  to: treasury,
  token,
  value,
})

async function sendOut(sweeper: Sweeper, signed: string, done: StepResult): Promise<StepResult> {
  const refusal = await sweeper.follower.send(signed)
  if (refusal !== undefined) throw new Error(`The node refuses the transfer: ${refusal}`)
  return done
}

/** The outcome of a transaction that has ended; undefined while it may still succeed. */
function endOf<Paid extends string>(state: TransactionStatus['state'], paid: Paid) {
  if (state === 'unknown' || state === 'waiting') return undefined
  if (state === 'paid') return paid
  return state === 'failed' ? 'reverted' : state
}

async function follow(sweeper: Sweeper, sweep: OpenSweep): Promise<StepResult> {
  const { transaction_id: id, terms, signed } = sweep
  if (id === null || terms === null || signed === null) throw new Error(`sweep ${sweep.id} is not signed`)
  const { state } = await sweeper.follower.fate(transferOf(sweeper, sweep), { id, terms })
  if (state === 'unknown') return sendOut(sweeper, signed, 'sent')
  const outcome = endOf(state, 'moved')
  if (outcome === undefined) return 'waits'
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
  sign: (last: Terms | undefined) => ReturnType<Collector['sign']>,
): Promise<string> {
  return db.transaction().execute(async (db) => {
    const row = await db.selectFrom('sweeps').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (row.signed !== null) return row.signed
    const last = await db
      .selectFrom('sweeps')
      .select('terms')
      .where('network', '=', network)
      .where('deposit', '=', deposit)
      .where('terms', 'is not', null)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { id: transaction_id, signed, terms } = await sign(last?.terms ?? undefined)
    await db.updateTable('sweeps').set({ transaction_id, signed, terms }).where('id', '=', id).execute()
    return signed
  })
}

const openPreparation = (db: Database, sweep: string): Promise<GasTransfer | undefined> =>
  db.selectFrom('gas_transfers').selectAll().where('sweep', '=', sweep).where('outcome', 'is', null).executeTakeFirst()

/** Saves the outcome of the preparation of a sweep once it is final. */
async function endPreparation(sweeper: Sweeper, sweep: OpenSweep): Promise<void> {
  const open = await openPreparation(sweeper.db, sweep.id)
  if (!open) return
  const { transaction_id: id, terms, payer, value } = open
  const { state } = await sweeper.collector.fateOfPreparation({ payer, to: sweep.address, value }, { id, terms })
  const outcome = endOf(state, 'paid')
  if (outcome === undefined) return
  if (outcome === 'another') throw new Error(`${id} has moved something else than the fee of a sweep.`)
  await sweeper.db
    .updateTable('gas_transfers')
    .set({ outcome, ended_at: new Date(sweeper.now()) })
    .where('transaction_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

interface Preparing {
  of: Collecting
  step: Extract<CollectStep, { kind: 'prepare' }>
}

/** Sends an address what it lacks: repeats the open transaction, or signs another one. */
async function prepare(sweeper: Sweeper, sweep: OpenSweep, { of, step }: Preparing): Promise<StepResult> {
  const { payer, value } = step.preparation
  const { signed, done } = await sweeper.db
    .transaction()
    .execute(async (db): Promise<{ signed: string; done: StepResult }> => {
      // Signing is serialised, so that no two transactions of the wallet take the same place on their network.
      await sql`lock table gas_transfers in share row exclusive mode`.execute(db)
      const other = await openPreparation(db, sweep.id)
      if (other) return { signed: other.signed, done: 'gas waits' }
      const last = await db
        .selectFrom('gas_transfers')
        .select('terms')
        .where('network', '=', sweep.network)
        .where('payer', '=', payer)
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst()
      const { id, signed, terms } = await sweeper.collector.sign(of, step, last?.terms)
      await db
        .insertInto('gas_transfers')
        .values({
          transaction_id: id,
          sweep: sweep.id,
          network: sweep.network,
          payer,
          terms,
          value,
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
