import { sql } from 'kysely'
import type { Database } from '#service/db/open.ts'
import { newId } from '#service/ids.ts'
import { ofPlatform, ofUser } from '#service/ledger/accounts.ts'
import { post, type Transfer } from '#service/ledger/post.ts'

const DAY_MS = 86_400_000
const BATCH = 5_000

/**
 * Earnings of ALEO for each user and day, as settlement and release leave them: the last day frozen, the others freed.
 * Two entries a transfer. Returns the seconds that the ledger took to write them.
 */
export async function fillMoney(db: Database, of: { userIds: readonly string[]; days: number; now: number }) {
  const today = Math.floor(of.now / DAY_MS) * DAY_MS
  let seconds = 0
  for (let back = of.days; back > 0; back -= 1) {
    const start = today - back * DAY_MS
    const day = new Date(start).toISOString().slice(0, 10)
    const releaseAt = new Date(start + 2 * DAY_MS)
    const isFree = releaseAt.getTime() <= of.now
    for (let at = 0; at < of.userIds.length; at += BATCH) {
      const users = of.userIds.slice(at, at + BATCH)
      const amounts = users.map((_, index) => BigInt(100_000 + ((at + index) % 900_000)))
      seconds += await db.transaction().execute(async (transaction) => {
        await sql`
          insert into earnings (id, user_id, coin, type, source_id, day, work, amount, settled_at, release_at, released_at)
          select id, user_id, 'ALEO', 0, 'device-' || user_id, ${day}, amount, amount, ${new Date(start + 1.2 * DAY_MS)},
                 ${releaseAt}, ${isFree ? releaseAt : null}
          from unnest(${users.map(newId)}::text[], ${[...users]}::text[], ${amounts.map(String)}::numeric[])
            as row (id, user_id, amount)`.execute(transaction)
        const settled = users.map((user, index) => transfer(day, user, amounts[index] ?? 0n))
        const freed = isFree ? users.map((user, index) => release(day, user, amounts[index] ?? 0n)) : []
        const began = performance.now()
        await post(transaction, [...settled, ...freed], start + 1.2 * DAY_MS)
        return (performance.now() - began) / 1000
      })
    }
  }
  await sql`insert into settlements (day, begun_at, last_user, earnings, ended_at)
    values (${new Date(today - DAY_MS).toISOString().slice(0, 10)}, now(), '', ${of.userIds.length}, now())`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return seconds
}

const transfer = (day: string, user: string, amount: bigint): Transfer => ({
  operation: `settle/${day}/${user}/ALEO/0`,
  kind: 'settlement',
  entries: [
    { account: ofPlatform('ALEO', 'mint'), amount: -amount },
    { account: ofUser(user, 'ALEO', 'frozen'), amount },
  ],
})

const release = (day: string, user: string, amount: bigint): Transfer => ({
  operation: `release/${day}/${user}/ALEO/0`,
  kind: 'release',
  entries: [
    { account: ofUser(user, 'ALEO', 'frozen'), amount: -amount },
    { account: ofUser(user, 'ALEO', 'available'), amount },
  ],
})
