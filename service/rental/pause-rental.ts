import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Row } from './row.ts'
import { addEvent } from './steps.ts'

/** Rentals whose host cannot reach them: their hours stand still until they are reachable again (ADR-174). */

export async function pauseRental(ctx: Context, id: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('gpu_rentals')
      .set({ paused_at: new Date(now) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('paused_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row) await addEvent(db, row, { kind: 'unavailable', at: now })
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
