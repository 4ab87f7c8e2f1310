import { sql } from 'kysely'
import { HOST_GONE_MS, START_MS } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hasRun, type Row } from './row.ts'
import { end, fail, onRental } from './steps.ts'

/** So long without a look, hosts were not watched: they could not be heard while no node was there. */
const PAUSE_MS = 120_000

/** Notes a look, and says since when hosts have been watched without a pause. */
export async function noteLook(db: Database, now: number): Promise<number> {
  const { rows } = await sql<{ since: Date }>`
    update gpu_watch set
      since = case when looked_at < ${new Date(now - PAUSE_MS)} then ${new Date(now)}::timestamptz else since end,
      looked_at = greatest(looked_at, ${new Date(now)}::timestamptz)
    returning since`.execute(db)
  return rows[0]?.since.getTime() ?? now
}

/**
 * Ends what a silent host cannot go on with, and what did not start in time. A host is silent from the last that was heard of
 * it, or from when somebody began to listen.
 */
export async function watchHosts(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const since = await noteLook(ctx.db, now)
  const gone = new Date(now - HOST_GONE_MS)
  const suspects = await ctx.db
    .selectFrom('gpu_rentals')
    .innerJoin('gpus', 'gpus.id', 'gpu_rentals.gpu_id')
    .select(['gpu_rentals.id', 'gpu_rentals.user_id'])
    .where('state', 'in', ['starting', 'running', 'stopping'])
    .where(({ eb, or, and }) =>
      or([
        eb(sql<Date>`coalesce(last_seen_at, 'epoch')`, '<=', gone),
        and([eb('state', '=', 'starting'), eb('rented_at', '<=', new Date(now - START_MS))]),
      ]),
    )
    .orderBy('gpu_rentals.id')
    .execute()
  for (const one of suspects) await onRental(ctx, one, (db, row) => judge(ctx, db, { row, since }))
}

/** Looks again at a rental that is locked now. */
async function judge(ctx: Context, db: Database, { row, since }: { row: Row; since: number }): Promise<void> {
  const now = ctx.clock.now()
  const { last_seen_at } = await db
    .selectFrom('gpus')
    .select('last_seen_at')
    .where('id', '=', row.gpu_id)
    .executeTakeFirstOrThrow()
  const lastSeen = last_seen_at?.getTime() ?? 0
  const isGone = now - Math.max(lastSeen, since) >= HOST_GONE_MS
  if (row.state === 'stopping' && isGone) return end(db, row, now)
  if (row.state === 'running' && isGone && hasRun(row)) return fail(ctx, db, { row, reason: 'hostGone', lastSeen })
  if (row.state !== 'starting') return
  if (isGone) return fail(ctx, db, { row, reason: 'hostGone', lastSeen })
  if (now - row.rented_at.getTime() >= START_MS) await fail(ctx, db, { row, reason: 'startTimeout', lastSeen })
}
