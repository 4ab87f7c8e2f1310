import { sql } from 'kysely'
import type { PauseCause, RentalEvent } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'
import type { Row } from './row.ts'
import { addEvent } from './steps.ts'

/** Rentals that are of no use to their users: their hours stand still until they are again (ADR-174). */

const events = { unreachable: 'unavailable', gpus: 'gpusMissing' } as const satisfies Record<PauseCause, RentalEvent>

/** Pauses a rental. One that is paused for another cause keeps its beginning. */
export async function pauseRental(ctx: Context, { id, paused_for }: Row, cause: PauseCause): Promise<void> {
  if (paused_for === cause) return
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('gpu_rentals')
      .set({ paused_at: sql<Date>`coalesce(paused_at, ${new Date(now)}::timestamptz)`, paused_for: cause })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('paused_for', 'is distinct from', cause)
      .returningAll()
      .executeTakeFirst()
    if (row) await addEvent(db, row, { kind: events[cause], at: now })
  })
}

/** Continues a rental: what it had left of its hour when it was paused is still its own. */
export async function resumeRental(ctx: Context, { id, paused_at: pausedAt }: Row): Promise<void> {
  const now = ctx.clock.now()
  if (pausedAt === null) return
  const ms = Math.max(0, now - pausedAt.getTime())
  await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('gpu_rentals')
      .set({
        paused_at: null,
        paused_for: null,
        paused_ms: sql<string>`paused_ms + ${ms}`,
        paid_until: sql<Date>`paid_until + make_interval(secs => ${ms}::numeric / 1000)`,
      })
      .where('id', '=', id)
      // Another node has continued it meanwhile.
      .where('paused_at', '=', pausedAt)
      .returningAll()
      .executeTakeFirst()
    if (row) await addEvent(db, row, { kind: 'available', at: now })
  })
}
