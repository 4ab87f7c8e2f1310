import { sql } from 'kysely'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

const DAY_MS = 86_400_000
const SLICE = 10_000

/** A device for each user, and an hour of ALEO on each of the days before today. */
async function fillHours(db: Database, of: { userIds: readonly string[]; days: number; now: number }): Promise<void> {
  const noon = new Date(Math.floor(of.now / DAY_MS) * DAY_MS + DAY_MS / 2)
  // In one transaction: a concurrent settlement sees all of it or nothing.
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < of.userIds.length; at += SLICE) {
      const userIds = of.userIds.slice(at, at + SLICE)
      await sql`
        insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty,
          last_sequence, bound_at)
        select 'm-' || id, id, 'Miner', 'Money', 0, '1.0.0', 'm-' || id, 'mining', 4096, 1, now()
        from unnest(${userIds}::text[]) id`.execute(transaction)
      await sql`
        insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
        select 'm-' || id, ${noon}::timestamptz - back * interval '1 day', 'aleo', 3600, 2000000000000 + n * 1000000, 10, 0
        from unnest(${userIds}::text[]) with ordinality as row (id, n), generate_series(1, ${of.days}::int) back`.execute(
        transaction,
      )
    }
  })
}

/**
 * Fills the ledger by the way that money comes into it: hours of mining, settled and freed by the service's own code.
 * Returns the seconds that settling and freeing took.
 */
export async function fillMoney(db: Database, of: { userIds: readonly string[]; days: number; now: number }) {
  await fillHours(db, of)
  await sql`analyze`.execute(db)
  const config = { settlementSeconds: 0 }
  const began = performance.now()
  await settle({ db, config, clock: { now: () => of.now } } as unknown as Context)
  const settled = performance.now()
  await releaseDue(db, { now: of.now })
  const seconds = { settling: (settled - began) / 1000, freeing: (performance.now() - settled) / 1000 }
  await sql`vacuum analyze`.execute(db)
  return seconds
}
