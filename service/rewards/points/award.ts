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
  /** Whole points; below zero takes them back, which needs that they are there. */
  amount: bigint
  /** Names it once and for all, for example `points/task/TASK/USER`. */
  operation: string
  /** Becomes a sentence in the reader's language: the values are those that its kind has in the contract. */
  why: PointReason
  /** The UTC day that the points are for; the day on which they are credited unless told. */
  day?: string
}

/** Where points come from: mined ones are minted as coins are, the others are what the platform spends. */
const originOf = (source: PointSource) => ofPlatform('POINTS', source === 'mining' ? 'mint' : 'rewards')

const transferOf = ({ userId, source, amount, operation }: Award): Transfer => ({
  operation,
  kind: `points-${source}`,
  entries: [
    { account: originOf(source), amount: -amount },
    { account: pointsOf(userId), amount },
  ],
})

/**
 * Credits points, or takes them back, as part of the caller's transaction: the transfers and the rows of the history that
 * say why. An operation that the ledger holds is left as it is. Returns the operations that were written. Throws Overdrawn
 * where more is taken back than there is.
 *
 * It holds the ledger's head from here on, as `post` does: lock your own rows first and do this last.
 */
export async function awardPoints(db: Database, awards: readonly Award[], now: number): Promise<Set<string>> {
  if (awards.length === 0) return new Set()
  const written = await post(db, awards.map(transferOf), now)
  const fresh = awards.filter(({ operation }) => written.has(operation))
  if (fresh.length === 0) return written
  const today = dayAt(now)
  // As arrays: a statement takes 65,535 parameters. The head is held, so nobody writes the same operation meanwhile.
  await sql`
    insert into points (id, user_id, source, day, amount, operation, why, credited_at)
    select id, user_id, source, day, amount, operation, why, ${new Date(now)}
    from unnest(${fresh.map(() => newId())}::text[], ${fresh.map(({ userId }) => userId)}::text[],
                ${fresh.map(({ source }) => source)}::text[], ${fresh.map(({ day }) => day ?? today)}::date[],
                ${fresh.map(({ amount }) => amount.toString())}::numeric[],
                ${fresh.map(({ operation }) => operation)}::text[],
                ${fresh.map(({ why }) => JSON.stringify(why))}::jsonb[])
           as row (id, user_id, source, day, amount, operation, why)`.execute(db)
  return written
}
