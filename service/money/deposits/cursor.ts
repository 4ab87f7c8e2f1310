import type { Selectable } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { BlockName } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Reach } from './rules.ts'
import type { ChainCursorTable } from './tables.ts'

/** How far a network was read. Blocks before `next` were read twice with the same result. */
export interface Cursor {
  network: PaymentNetwork
  genesis: string
  /** The first block on which two polls do not agree yet. */
  next: bigint
  /** The last block of the previous poll. */
  mark: { block: bigint; hash: string }
  head: bigint
  movedAt: number
  polls: string
}

/** Another node may take the lease over after this time. */
const LEASE_MS = 60_000

const cursorOf = (row: Selectable<ChainCursorTable>): Cursor => ({
  network: row.network,
  genesis: row.genesis,
  next: BigInt(row.next_block),
  mark: { block: BigInt(row.mark_block), hash: row.mark_hash },
  head: BigInt(row.head),
  movedAt: row.moved_at.getTime(),
  polls: row.rounds,
})

const select = (db: Database, network: PaymentNetwork) =>
  db.selectFrom('chain_cursors').selectAll().where('network', '=', network).executeTakeFirst()

export interface NewCursor {
  network: PaymentNetwork
  genesis: string
  head: BlockName
  /** Blocks that may still be taken back. */
  depth: bigint
  now: number
}

/** Reads or creates the cursor of a network. A new one begins near the head, because no address existed before. */
export async function openCursor(db: Database, of: NewCursor): Promise<Cursor> {
  const known = await select(db, of.network)
  if (known) return cursorOf(known)
  const { network, genesis, head, depth, now } = of
  // The local network starts together with the service, so it is read from its first block.
  const first = network === 'LOCAL' || head.block < depth ? 0n : head.block - depth
  await db
    .insertInto('chain_cursors')
    .values({
      network,
      genesis,
      next_block: first,
      mark_block: first - 1n,
      mark_hash: '',
      head: head.block,
      looked_at: null,
      moved_at: new Date(now),
      holder: null,
      held_until: null,
    })
    .onConflict((conflict) => conflict.column('network').doNothing())
    .execute()
  return openCursor(db, of)
}

/** Acquires or renews the lease on a network; returns false while another node holds it. */
export async function acquireLease(
  db: Database,
  network: PaymentNetwork,
  { holder, now }: { holder: string; now: number },
): Promise<boolean> {
  const known = await select(db, network)
  if (!known) return true
  const { numUpdatedRows } = await db
    .updateTable('chain_cursors')
    .set({ holder, held_until: new Date(now + LEASE_MS) })
    .where('network', '=', network)
    .where(({ eb, or }) =>
      or([
        eb('holder', 'is', null),
        eb('holder', '=', holder),
        eb('held_until', '<', new Date(now)),
        // Ignores a lease that was written by a clock far ahead of this one.
        eb('held_until', '>', new Date(now + 2 * LEASE_MS)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases the leases of a node that stops, so that another one continues at once. */
export async function releaseLeases(db: Database, holder: string): Promise<void> {
  await db.updateTable('chain_cursors').set({ holder: null, held_until: null }).where('holder', '=', holder).execute()
}

/** Another node has saved a poll since this one was started. */
export class WriteConflictError extends Error {
  override name = 'WriteConflictError'
}

export interface Progress {
  reach: Reach
  head: bigint
  /** Whether everything up to the head was read. */
  isAtEnd: boolean
  now: number
}

/** Advances a cursor in the transaction that saves the poll. Throws WriteConflictError when another poll was saved first. */
export async function moveCursor(db: Database, cursor: Cursor, { reach, head, isAtEnd, now }: Progress): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('chain_cursors')
    .set((eb) => ({
      next_block: reach.next,
      mark_block: reach.mark.block,
      mark_hash: reach.mark.hash,
      head,
      rounds: eb('rounds', '+', '1'),
      ...(isAtEnd && { looked_at: new Date(now) }),
      ...(head > cursor.head && { moved_at: new Date(now) }),
    }))
    .where('network', '=', cursor.network)
    .where('rounds', '=', cursor.polls)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new WriteConflictError(`another poll of ${cursor.network} was saved first`)
}
