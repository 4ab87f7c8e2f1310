import { sql } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import { hoursOf, liveStates } from '#lib/rules/gpu.ts'
import { balanceUnits } from '#service/money/balance/pay-from-balance.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { keyIdsOf } from './keys.ts'
import { publishedPortsOf } from './published-ports.ts'
import { type RentalRow, toRental } from './reply.ts'

/** Rentals of a user joined with their machines. */
const rentals = (db: Database, userId: string) =>
  db.selectFrom('gpu_rentals').innerJoin('gpus', 'gpus.id', 'gpu_rentals.gpu_id').where('user_id', '=', userId)

/** Label of the published port of the template's page. */
const pageLabel = sql<string | null>`(
  select label from gpu_ports where rental_id = gpu_rentals.id and port = (template #>> '{page,port}')::int)`.as(
  'page_label',
)

const columns = [
  'gpus.slot', 'gpus.address', 'gpus.host_key', 'gpus.model', 'gpus.count', 'gpus.memory_mib', 'gpus.cpu', 'gpus.region',
] as const // biome-ignore format: a list of words reads better in rows

export async function ownRental(db: Database, of: { userId: string; id: string }): Promise<RentalRow> {
  const row = await rentals(db, of.userId)
    .selectAll('gpu_rentals')
    .select(columns)
    .select(pageLabel)
    .where('gpu_rentals.id', '=', of.id)
    .executeTakeFirst()
  if (!row) throw new RefusalError('RENTAL_UNKNOWN')
  return row
}

/** Balance of a user, and the hours for which it pays all live rentals. */
async function balanceSummary(ctx: Context, db: Database, userId: string) {
  const balance = await balanceUnits(db, userId)
  const { sum } = await db
    .selectFrom('gpu_rentals')
    .select(sql<bigint>`coalesce(sum(price), 0)`.as('sum'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['starting', 'running'])
    .executeTakeFirstOrThrow()
  return {
    balance: fromUnits(balance, 'USDT'),
    hoursLeft: sum === 0n ? null : hoursOf(balance, sum),
    serverTime: unixSeconds(ctx.clock.now()),
  }
}

export const shownRental = async (ctx: Context, db: Database, of: { userId: string; id: string }) => ({
  rental: toRental(ctx, await ownRental(db, of)),
  ...(await balanceSummary(ctx, db, of.userId)),
})

interface Paged extends PageRequest {
  userId: string
  status: 'all' | 'live' | 'over'
}

/** A page of the rentals of a user, live ones first. */
export async function rentalPage(ctx: Context, db: Database, { userId, status, ...at }: Paged) {
  const live = [...liveStates]
  const chosen = rentals(db, userId)
    .$if(status === 'live', (query) => query.where('state', 'in', live))
    .$if(status === 'over', (query) => query.where('state', 'not in', live))
    .selectAll('gpu_rentals')
    .select(columns)
    .select(pageLabel)
    .orderBy(sql`state in ('ended', 'failed')`)
    .orderBy('rented_at', 'desc')
    .orderBy('gpu_rentals.id')
  const { rows, total } = await pageOf(chosen, at)
  const records = rows.map((row) => toRental(ctx, row))
  return { records, total, ...(await balanceSummary(ctx, db, userId)) }
}

/** Events and samples of load that one reply contains at most. */
const EVENTS = 100
const SAMPLES_MS = 2 * 3_600_000

export async function rentalDetailOf(ctx: Context, db: Database, of: { userId: string; id: string }) {
  const row = await ownRental(db, of)
  const events = await db
    .selectFrom('gpu_events')
    .selectAll()
    .where('rental_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(EVENTS)
    .execute()
  const since = Math.max(row.rented_at.getTime(), ctx.clock.now() - SAMPLES_MS)
  const until = row.ended_at ?? new Date(ctx.clock.now())
  const load = await db
    .selectFrom('gpu_loads')
    .selectAll()
    .where('gpu_id', '=', row.gpu_id)
    // Leaves out the load of other renters before and after.
    .where('minute', '>=', new Date(since))
    .where('minute', '<=', until)
    .orderBy('minute')
    .execute()
  const detailOf = (kind: string, detail: string | null) =>
    kind === 'returned' && detail !== null ? fromUnits(BigInt(detail), 'USDT') : detail
  return {
    rental: toRental(ctx, row),
    ...(await balanceSummary(ctx, db, of.userId)),
    events: events.map(({ id, at, kind, detail }) => ({
      id,
      time: unixSeconds(at),
      kind,
      detail: detailOf(kind, detail),
    })),
    keyIds: await keyIdsOf(db, { userId: of.userId, keys: row.keys }),
    ports: await publishedPortsOf(ctx, db, row),
    load: load.map(({ minute, cpu, memory, gpu }) => ({ time: unixSeconds(minute), cpu, memory, gpu })),
  }
}
