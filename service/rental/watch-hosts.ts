import { sql } from 'kysely'
import { HOST_GONE_MS, MAX_START_MS, START_MS } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hasRun, type Row } from './row.ts'
import { endRental, failRental, onRental } from './steps.ts'

/** After a longer gap between two checks, silence of hosts before it does not count, because no node could receive reports. */
const MAX_WATCH_GAP_MS = 120_000

/** Records a check, and returns since when hosts have been watched without a gap, in Unix milliseconds. */
export async function recordWatch(db: Database, now: number): Promise<number> {
  const { rows } = await sql<{ since: Date }>`
    update gpu_watch set
      since = case when looked_at < ${new Date(now - MAX_WATCH_GAP_MS)} then ${new Date(now)}::timestamptz else since end,
      looked_at = greatest(looked_at, ${new Date(now)}::timestamptz)
    returning since`.execute(db)
  return rows[0]?.since.getTime() ?? now
}

/**
 * Ends rentals whose host is silent, or that did not start in time. Silence is measured from the host's last report, or from the
 * beginning of the watch if that is later.
 */
export async function watchHosts(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const since = await recordWatch(ctx.db, now)
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
  for (const one of suspects) await onRental(ctx, one, (db, row) => checkRental(ctx, db, { row, since }))
}

/** Checks a suspect rental again under its lock, and ends it if its host is gone. */
async function checkRental(ctx: Context, db: Database, { row, since }: { row: Row; since: number }): Promise<void> {
  const now = ctx.clock.now()
  const { last_seen_at } = await db
    .selectFrom('gpus')
    .select('last_seen_at')
    .where('id', '=', row.gpu_id)
    .executeTakeFirstOrThrow()
  const lastSeen = last_seen_at?.getTime() ?? 0
  const isGone = now - Math.max(lastSeen, since) >= HOST_GONE_MS
  if (row.state === 'stopping' && isGone) return endRental(db, row, now)
  if (row.state === 'running' && isGone && hasRun(row))
    return failRental(ctx, db, { row, reason: 'hostGone', lastSeen })
  if (row.state !== 'starting') return
  if (isGone) return failRental(ctx, db, { row, reason: 'hostGone', lastSeen })
  if (isStartOver(row, now)) await failRental(ctx, db, { row, reason: 'startTimeout', lastSeen })
}

/** Whether a start takes too long. While the image arrives, the time counts from the last progress. */
function isStartOver({ rented_at, pulled_at }: Row, now: number): boolean {
  const began = rented_at.getTime()
  const last = Math.max(began, pulled_at?.getTime() ?? began)
  return now - last >= START_MS || now - began >= MAX_START_MS
}
