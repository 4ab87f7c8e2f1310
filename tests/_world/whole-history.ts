import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/**
 * Figures computed from the whole history, as the service did before it kept sums: the tests compare what is kept with them, and
 * the benchmark their times.
 */

interface MovementRequest {
  userId: string
  from: Date
  until: Date
  /** The sequence below which the page begins. */
  below?: string | undefined
  limit: number
  offset: number
}

const movements = (userId: string) => sql`
  entries join transfers using (sequence) join ledger_accounts as account on account.id = account_id
  where owner = ${userId} and coin = 'USDT' and account.kind = 'balance' and transfers.kind <> 'recharge'`

/** A page of a user's movements, newest first, and the number of all of the range. */
export async function movementsByScan(db: Database, of: MovementRequest) {
  const inRange = sql`${movements(of.userId)} and transfers.at >= ${of.from} and transfers.at < ${of.until}`
  const { rows } = await sql<{ sequence: string; amount: bigint }>`
    select sequence, amount from ${inRange} and (${of.below ?? null}::bigint is null or sequence < ${of.below ?? null}::bigint)
    order by sequence desc limit ${of.limit} offset ${of.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: string }>`select count(*) as total from ${inRange}`.execute(db)
  return { rows, total: Number(counted[0]?.total) }
}

/** The sum of what a user spent, in smallest units. */
export async function spentByScan(db: Database, userId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0) as sum
    from ${movements(userId)} and transfers.kind not in ('chain-refund', 'deposit-refund')`.execute(db)
  return rows[0]?.sum ?? 0n
}
