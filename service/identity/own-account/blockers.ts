import { sql } from 'kysely'
import { closingBlockers, type Holding } from '#lib/contract/own-account.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

type Blocker = (typeof closingBlockers)[number]

/**
 * The blockers of closing: money that can be withdrawn, and work in progress. Points have no cash value and do not block.
 */
export async function blockersOf(
  { ownData }: Context,
  db: Database,
  { userId, holdings, now }: { userId: string; holdings: readonly Holding[]; now: number },
): Promise<Blocker[]> {
  const found = new Set<Blocker>(holdings.some(({ fate }) => fate === 'withdraw') ? ['balance'] : [])
  for (const { blockers = {} } of ownData)
    for (const [blocker, query] of Object.entries(blockers)) {
      const { rows } = await sql`select from (${query(userId, now)}) as under_way limit 1`.execute(db)
      if (rows.length > 0) found.add(blocker as Blocker)
    }
  return closingBlockers.filter((one) => found.has(one))
}
