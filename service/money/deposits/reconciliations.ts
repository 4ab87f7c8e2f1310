import { sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Comparison, UNANSWERED_MS } from './rules.ts'

/** Rows of the reconciliation: when each address is due on each network, and the result of the last comparison. */

export interface Reconciliation {
  deposit: number
  network: PaymentNetwork
  address: string
  openedAt: number
  checkedAt: number | null
  /** In the token's smallest units: the unswept amount that is known, and the difference that an operator has accepted. */
  expected: bigint
  accepted: bigint
  agreedBlock: bigint | null
  searchedBlock: bigint | null
  differsSince: number | null
}

interface DueDeposit {
  deposit: number
  networks: readonly PaymentNetwork[]
  now: number
}

/** Makes an address due at once on every network, because somebody may pay to it now. */
export async function scheduleDeposit(db: Database, { deposit, networks, now }: DueDeposit): Promise<void> {
  await db
    .insertInto('deposit_reconciliations')
    .values(networks.map((network) => ({ ...unchecked, deposit, network, due_at: new Date(now) })))
    .onConflict((conflict) => conflict.columns(['deposit', 'network']).doUpdateSet({ due_at: new Date(now) }))
    .execute()
}

const unchecked = {
  ...{ checked_at: null, agreed_block: null, searched_block: null },
  ...{ held: null, expected: null, differs_since: null },
}

/** Adds rows for addresses that were opened before the network was reconciled. */
export async function scheduleMissing(
  db: Database,
  { network, keyId, now }: { network: PaymentNetwork; keyId: string; now: number },
): Promise<void> {
  await sql`
    insert into deposit_reconciliations (deposit, network, due_at)
    select number, ${network}, ${new Date(now)} from deposit_addresses
    where key_id = ${keyId} and address_of is null and not exists (select from deposit_reconciliations where deposit = number and network = ${network})
    on conflict do nothing`.execute(db)
}

interface Row {
  deposit: number
  network: PaymentNetwork
  address: string
  opened_at: Date
  checked_at: Date | null
  expected: bigint
  accepted: bigint
  agreed_block: string | null
  searched_block: string | null
  differs_since: Date | null
}

const blockOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

/**
 * Addresses that are due, with their known unswept amount after the last block that was read. Addresses with an open sweep wait,
 * because its amount may have left already.
 */
export async function dueReconciliations(
  db: Database,
  { network, now, limit }: { network: PaymentNetwork; now: number; limit: number },
): Promise<{ due: Reconciliation[]; block: bigint }> {
  const cursor = await db
    .selectFrom('chain_cursors')
    .select('mark_block')
    .where('network', '=', network)
    .executeTakeFirst()
  const block = BigInt(cursor?.mark_block ?? -1)
  if (block < 0n) return { due: [], block }
  const { rows } = await sql<Row>`
    with due as (
      select * from deposit_reconciliations r
      where network = ${network} and due_at <= ${new Date(now)} and not exists (
        select from sweeps where sweeps.deposit = r.deposit and sweeps.network = r.network and outcome is null)
      order by due_at limit ${limit}
    )
    select due.*, d.address, d.opened_at,
      coalesce((
        select sum(value) from chain_receipts c
        where c.deposit in (select number from deposit_addresses where number = due.deposit or address_of = due.deposit) and c.network = due.network and kind = 'usdt' and state in ('seen', 'confirmed')
          and block between 0 and ${String(block)}::bigint
      ), 0) - coalesce((
        select sum(value) from sweeps s where s.deposit = due.deposit and s.network = due.network and outcome = 'moved'
      ), 0) as expected
    from due join deposit_addresses d on d.number = due.deposit`.execute(db)
  const due = rows.map((row) => ({
    deposit: row.deposit,
    network: row.network,
    address: row.address,
    openedAt: row.opened_at.getTime(),
    checkedAt: row.checked_at?.getTime() ?? null,
    expected: row.expected,
    accepted: row.accepted,
    agreedBlock: blockOf(row.agreed_block),
    searchedBlock: blockOf(row.searched_block),
    differsSince: row.differs_since?.getTime() ?? null,
  }))
  return { due, block }
}

export async function saveComparison(
  db: Database,
  { deposit, network, expected }: Reconciliation,
  { held, agreedBlock, differsSince, dueAt, now }: Comparison & { now: number },
): Promise<void> {
  await db
    .updateTable('deposit_reconciliations')
    .set({
      ...{ held, expected, agreed_block: agreedBlock },
      due_at: new Date(dueAt),
      checked_at: new Date(now),
      differs_since: differsSince === null ? null : new Date(differsSince),
      ...(differsSince === null && { searched_block: null }),
    })
    .where('deposit', '=', deposit)
    .where('network', '=', network)
    .execute()
}

/** Reschedules addresses after a failed call to the node; their results stay. */
export async function rescheduleAll(db: Database, due: readonly Reconciliation[], now: number): Promise<void> {
  await db
    .updateTable('deposit_reconciliations')
    .set({ due_at: new Date(now + UNANSWERED_MS) })
    .where('network', '=', due[0]?.network ?? 'LOCAL')
    .where(
      'deposit',
      'in',
      due.map(({ deposit }) => deposit),
    )
    .execute()
}

/** Unswept amount of an address by network, seen or final, by the deposit that holds it, in the token's smallest units. */
export async function unsweptAt(db: Database, deposit: number): Promise<Map<PaymentNetwork, bigint>> {
  const { rows } = await sql<{ network: PaymentNetwork; unswept: bigint }>`
    select network, sum(value) as unswept from (
      select network, value from chain_receipts
      where deposit in (select number from deposit_addresses where number = ${deposit} or address_of = ${deposit})
        and kind = 'usdt' and state in ('seen', 'confirmed')
      union all
      select network, -value from sweeps where deposit = ${deposit} and outcome = 'moved'
    ) as moves group by 1`.execute(db)
  return new Map(rows.map(({ network, unswept }) => [network, unswept]))
}

export interface Difference {
  deposit: number
  network: PaymentNetwork
  address: string
  held: bigint
  expected: bigint
  accepted: bigint
}

/** Open differences of an address, or of the address of an order or recharge. */
export async function differencesOf(db: Database, word: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select r.deposit, r.network, d.address, r.held, r.expected, r.accepted
    from deposit_reconciliations r join deposit_addresses d on d.number = r.deposit
    where differs_since is not null and d.address in (
      select address from deposit_addresses where subject_id = ${word} or lower(address) = lower(${word}))
    order by r.network`.execute(db)
  return rows
}

/** Accepts a difference: from now on only a further change counts as one. */
export async function acceptDifference(db: Database, { deposit, network, held, expected }: Difference): Promise<void> {
  await db
    .updateTable('deposit_reconciliations')
    .set({ accepted: held - expected, differs_since: null, searched_block: null })
    .where('deposit', '=', deposit)
    .where('network', '=', network)
    .execute()
}
