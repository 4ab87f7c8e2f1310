import { type Selectable, sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Collection, Collector, CollectStep, Follower } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { SweepTable } from './tables.ts'

/**
 * Moves deposits from their addresses to the treasury. Every step is saved, signed, before it is sent, so that after a crash the same
 * one is sent again and the network accepts it once.
 */

export type Sweep = Selectable<SweepTable>

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

/** Result of advancing a sweep. */
export type StepResult = `${CollectStep['kind']} ${'sent' | 'waits'}` | NonNullable<Sweep['outcome']>

export interface Advanced {
  state: StepResult
  /** The last transaction of the sweep. */
  transactionId: string | null
}

/** Records that one call may make: more are steps of a sweep that goes round in circles. */
const MAX_ACTIONS = 20

/** Does the next step of a sweep, by its state on the network. Throws an Error with the node's reason when it refuses one. */
export async function stepSweep(sweeper: Sweeper, sweep: OpenSweep): Promise<Advanced> {
  const of: Collection = { number: sweep.deposit, transfer: transferOf(sweeper, sweep) }
  for (let actions = 0; actions < MAX_ACTIONS; actions += 1) {
    const saved = await savedSteps(sweeper, sweep)
    const last = saved.steps.at(-1)?.id ?? null
    const action = await sweeper.collector.next(of, saved.steps, (signer) => saved.last.get(signer))
    if (action.action === 'stop') return { state: await endSweep(sweeper, sweep, action.state), transactionId: last }
    if (action.action === 'record') await endStep(sweeper, action)
    else {
      const { id, kind, signed } = action.step
      if (action.action === 'wait') return { state: `${kind} waits`, transactionId: id }
      if (action.action === 'save' && !(await saveStep(sweeper, { sweep, step: action.step, upTo: saved.upTo })))
        continue
      const refusal = await sweeper.follower.send(signed)
      if (refusal !== undefined) throw new Error(`The node refuses the transfer: ${refusal}`)
      return { state: `${kind} sent`, transactionId: id }
    }
  }
  throw new Error('The sweep does not come to a step that can be sent: run it again.')
}

const transferOf = ({ token }: Sweeper, { address, treasury, value }: OpenSweep): Collection['transfer'] => ({
  payer: address,
  to: treasury,
  token,
  value,
})

interface SavedSteps {
  steps: readonly CollectStep[]
  /** The last terms of each signer of the sweep. */
  last: ReadonlyMap<string, string>
  /** The position of the last step on the network. */
  upTo: string
}

async function savedSteps({ db, collector }: Sweeper, { id, network, address }: OpenSweep): Promise<SavedSteps> {
  // Read first: a step that is saved after this is noticed when the next one is to be saved.
  const upTo = await lastPosition(db, network)
  const rows = await db.selectFrom('sweep_steps').selectAll().where('sweep', '=', id).orderBy('position').execute()
  const last = new Map<string, string>()
  for (const signer of [collector.wallet, address]) {
    const row = await db
      .selectFrom('sweep_steps')
      .select('terms')
      .where('network', '=', network)
      .where('signer', '=', signer)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) last.set(signer, row.terms)
  }
  const steps = rows.map(({ transaction_id, kind, signer, signed, terms, outcome }) => ({
    ...{ id: transaction_id, kind, signer, signed, terms },
    outcome: outcome ?? undefined,
  }))
  return { steps, last, upTo }
}

async function lastPosition(db: Database, network: PaymentNetwork): Promise<string> {
  const { last } = await db
    .selectFrom('sweep_steps')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return last ?? ''
}

interface NewStep {
  sweep: OpenSweep
  step: CollectStep
  upTo: string
}

/** Saves a new step. False when another one was saved on the network meanwhile: two transactions would take the same place there. */
function saveStep({ db, now }: Sweeper, { sweep, step, upTo }: NewStep): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    await sql`lock table sweep_steps in share row exclusive mode`.execute(db)
    if ((await lastPosition(db, sweep.network)) !== upTo) return false
    const { id, kind, signer, terms, signed } = step
    await db
      .insertInto('sweep_steps')
      .values({
        ...{ transaction_id: id, sweep: sweep.id, network: sweep.network },
        ...{ kind, signer, terms, signed, signed_at: new Date(now()), outcome: null, ended_at: null },
      })
      .execute()
    return true
  })
}

async function endStep(
  { db, now }: Sweeper,
  { step, outcome }: { step: CollectStep; outcome: NonNullable<CollectStep['outcome']> },
): Promise<void> {
  await db
    .updateTable('sweep_steps')
    .set({ outcome, ended_at: new Date(now()) })
    .where('transaction_id', '=', step.id)
    .where('outcome', 'is', null)
    .execute()
}

async function endSweep(
  { db, now }: Sweeper,
  { id }: OpenSweep,
  state: 'moved' | 'failed' | 'replaced' | 'another',
): Promise<NonNullable<Sweep['outcome']>> {
  const outcome = state === 'failed' ? 'reverted' : state
  await db
    .updateTable('sweeps')
    .set({ outcome, ended_at: new Date(now()) })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .execute()
  return outcome
}
