import type { TestChain } from '#service/chains/test-chain/start.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The local network, whose state may be lost, restored to an older copy or replaced while the database stays. */

const LOCAL = 'LOCAL'

/** Adapts the cursor to the running local chain. Call it before the first poll. */
export async function adoptLocalChain(db: Database, chain: Pick<TestChain, 'isFresh' | 'hashOf'>, now: number) {
  if (chain.isFresh) return forgetLocalChain(db, now)
  const cursor = await db.selectFrom('chain_cursors').selectAll().where('network', '=', LOCAL).executeTakeFirst()
  const genesis = await chain.hashOf(0n)
  if (!cursor || genesis === undefined) return
  const isSame = cursor.genesis === genesis
  const mark = BigInt(cursor.mark_block)
  // A mark below block 0 belongs to a cursor that has read nothing yet.
  if (mark < 0n ? isSame : (await chain.hashOf(mark)) === cursor.mark_hash) {
    if (!isSame) await db.updateTable('chain_cursors').set({ genesis }).where('network', '=', LOCAL).execute()
    return
  }
  if (isSame) await resetCursor(db)
  else await forgetLocalChain(db, now)
}

/** After the chain has lost its last blocks, for example by a power failure: it is short enough to be read from block 0 again. */
const resetCursor = (db: Database) =>
  db
    .updateTable('chain_cursors')
    .set((eb) => ({ next_block: 0n, mark_block: -1n, mark_hash: '', rounds: eb('rounds', '+', '1') }))
    .where('network', '=', LOCAL)
    .execute()

/** After the local network was restarted: its receipts lose their blocks, and what was booked stays. */
async function forgetLocalChain(db: Database, now: number): Promise<void> {
  await db.transaction().execute(async (db) => {
    await db.deleteFrom('chain_cursors').where('network', '=', LOCAL).execute()
    await db.updateTable('chain_receipts').set({ block: '-1' }).where('network', '=', LOCAL).execute()
    const gone = await db
      .updateTable('chain_receipts')
      .set({ state: 'vanished', ended_at: new Date(now), ended_by: 'restart' })
      .where('network', '=', LOCAL)
      .where('state', '=', 'seen')
      .returning('deposit')
      .execute()
    for (const { deposit } of gone)
      await db.updateTable('deposit_addresses').set({ untold: true }).where('number', '=', deposit).execute()
  })
}
