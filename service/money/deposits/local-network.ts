import type { TestChain } from '#service/chains/test-chain/start.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The network of this machine, whose state may be lost, put back to an older copy, or replaced while its database stays. */

const LOCAL = 'LOCAL'

/** Fits the cursor to the chain that runs now, before anything reads it. */
export async function adoptLocal(db: Database, chain: Pick<TestChain, 'isFresh' | 'hashOf'>, now: number) {
  if (chain.isFresh) return forgetLocal(db, now)
  const cursor = await db.selectFrom('chain_cursors').selectAll().where('network', '=', LOCAL).executeTakeFirst()
  const genesis = await chain.hashOf(0n)
  if (!cursor || genesis === undefined) return
  const isSame = cursor.genesis === genesis
  const mark = BigInt(cursor.mark_block)
  // A mark below the first block is that of a cursor which has read nothing yet.
  if (mark < 0n ? isSame : (await chain.hashOf(mark)) === cursor.mark_hash) {
    if (!isSame) await db.updateTable('chain_cursors').set({ genesis }).where('network', '=', LOCAL).execute()
    return
  }
  if (isSame) await readAgain(db)
  else await forgetLocal(db, now)
}

/** The chain has lost its last blocks, as after a power failure: it is short enough to be read from its first one again. */
const readAgain = (db: Database) =>
  db
    .updateTable('chain_cursors')
    .set((eb) => ({ next_block: 0n, mark_block: -1n, mark_hash: '', rounds: eb('rounds', '+', '1') }))
    .where('network', '=', LOCAL)
    .execute()

/** After the local network has begun again, nothing of the one before it stands anywhere; what was booked of it stays. */
async function forgetLocal(db: Database, now: number): Promise<void> {
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
