import type { Selectable } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { BlockName } from '#service/chains/evm/chain-reader.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import type { Reach } from './rules.ts'
import type { ChainCursorTable } from './tables.ts'

/** How far a network was read. Only what two rounds agree on lies behind it. */
export interface Cursor {
  network: PaymentNetwork
  genesis: string
  /** The first block that two rounds have not agreed on yet. */
  next: bigint
  /** The last block of the round before. */
  mark: { block: bigint; hash: string }
  head: bigint
  movedAt: number
  rounds: string
}

/** How long a node may be silent before another one takes its place. */
const HELD_MS = 60_000

const cursorOf = (row: Selectable<ChainCursorTable>): Cursor => ({
  network: row.network,
  genesis: row.genesis,
  next: BigInt(row.next_block),
  mark: { block: BigInt(row.mark_block), hash: row.mark_hash },
  head: BigInt(row.head),
  movedAt: row.moved_at.getTime(),
  rounds: row.rounds,
})

const select = (db: Database, network: PaymentNetwork) =>
  db.selectFrom('chain_cursors').selectAll().where('network', '=', network).executeTakeFirst()

export interface Opening {
  network: PaymentNetwork
  settings: EvmSettings
  genesis: string
  head: BlockName
  now: number
}

/** The cursor of a network, which begins near its end: before it there was no address to pay to. */
export async function openCursor(db: Database, of: Opening): Promise<Cursor> {
  const known = await select(db, of.network)
  if (known) return cursorOf(known)
  const { network, settings, genesis, head, now } = of
  const depth = BigInt(settings.confirmations)
  // The local network has begun with the service.
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

/** Takes, or keeps, the watch over a network; false while another node has it. */
export async function holdWatch(
  db: Database,
  network: PaymentNetwork,
  { holder, now }: { holder: string; now: number },
): Promise<boolean> {
  const known = await select(db, network)
  if (!known) return true
  const { numUpdatedRows } = await db
    .updateTable('chain_cursors')
    .set({ holder, held_until: new Date(now + HELD_MS) })
    .where('network', '=', network)
    .where(({ eb, or }) =>
      or([
        eb('holder', 'is', null),
        eb('holder', '=', holder),
        eb('held_until', '<', new Date(now)),
        // Whoever has written so had a clock that was ahead.
        eb('held_until', '>', new Date(now + 2 * HELD_MS)),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets go of what a node that ends has watched, so that another one goes on at once. */
export async function letGo(db: Database, holder: string): Promise<void> {
  await db.updateTable('chain_cursors').set({ holder: null, held_until: null }).where('holder', '=', holder).execute()
}

/** Another round has been written since this one has begun. */
export class Outrun extends Error {
  override name = 'Outrun'
}

export interface Progress {
  reach: Reach
  head: bigint
  /** Whether everything up to the head was read. */
  isAtEnd: boolean
  now: number
}

/** Moves a cursor on, in the transaction of what was read. Throws Outrun when another round was faster. */
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
    .where('rounds', '=', cursor.rounds)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Outrun(`the round of ${cursor.network} was outrun`)
}
