import { sql } from 'kysely'
import type { PointReason } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { dayAt } from '#lib/time/days.ts'
import { ofPlatform, pointsOf } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'

export interface Award {
  userId: string
  source: PointSource
  /** Whole points; a negative amount takes them back. */
  amount: bigint
  /** Operation key, unique for ever, for example `points/task/TASK/USER`. */
  operation: string
  /** Translated for the reader; each kind has the values of the contract. */
  why: PointReason
  /** The UTC day that the points are for; the day of the credit by default. */
  day?: string
}

/** The account that pays points: mined ones are minted like coins, the others are spent by the platform. */
const originOf = (source: PointSource) => ofPlatform('POINTS', source === 'mining' ? 'mint' : 'rewards')

const transferOf = ({ userId, source, amount, operation }: Award): Transfer => ({
  operation,
  kind: `points-${source}`,
  entries: [
    { account: originOf(source), amount: -amount },
    { account: pointsOf(userId), amount },
  ],
})

/** Transfers of awards, and what writes the rows of their history, with their reasons, for the operation keys that were new. */
export function prepareAwards(awards: readonly Award[], now: number) {
  return {
    transfers: awards.map(transferOf),
    afterPosting: (db: Database, written: ReadonlySet<string>) =>
      writeHistory(
        db,
        awards.filter(({ operation }) => written.has(operation)),
        now,
      ),
  }
}

/**
 * Credits points or takes them back in the caller's transaction: transfers, and rows of the history with their reasons. Skips
 * operation keys that the ledger holds already, and returns those that were written. Throws OverdrawnError when a user has too few
 * points.
 *
 * Locks the ledger head like `post`: lock your own rows first and call this last.
 */
export async function awardPoints(db: Database, awards: readonly Award[], now: number): Promise<Set<string>> {
  if (awards.length === 0) return new Set()
  const { transfers, afterPosting } = prepareAwards(awards, now)
  const written = await post(db, transfers, now)
  await afterPosting(db, written)
  return written
}

async function writeHistory(db: Database, fresh: readonly Award[], now: number): Promise<void> {
  if (fresh.length === 0) return
  const today = dayAt(now)
  // As arrays, because a statement takes at most 65,535 parameters. The locked ledger head excludes concurrent writers.
  await sql`
    insert into points (id, user_id, source, day, amount, operation, why, credited_at)
    select id, user_id, source, day, amount, operation, why, ${new Date(now)}
    from unnest(${fresh.map(() => newId())}::text[], ${fresh.map(({ userId }) => userId)}::text[],
                ${fresh.map(({ source }) => source)}::text[], ${fresh.map(({ day }) => day ?? today)}::date[],
                ${fresh.map(({ amount }) => amount.toString())}::numeric[],
                ${fresh.map(({ operation }) => operation)}::text[],
                ${fresh.map(({ why }) => JSON.stringify(why))}::jsonb[])
           as row (id, user_id, source, day, amount, operation, why)`.execute(db)
}
