import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { ownRental } from './rental-queries.ts'
import type { Row } from './row.ts'
import { addEvent, beginStop, onRental } from './steps.ts'

/** Changes of a rental by its user. Each is idempotent. */

export interface Own {
  userId: string
  id: string
}

const isHeld = ({ state }: Row): boolean => state === 'starting' || state === 'running'

export async function onOwn(ctx: Context, own: Own, work: (db: Database, row: Row) => Promise<void>): Promise<void> {
  await ctx.limits.spend('gpuUser', own.userId)
  await onRental(ctx, await ownRental(ctx.db, own), work)
}

export const release = (ctx: Context, own: Own): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    if (isHeld(row)) await beginStop(db, { row, reason: 'released', now: ctx.clock.now() })
  })

export const extend = (ctx: Context, own: Own, hours: number | null): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    if (!isHeld(row)) throw new RefusalError('RENTAL_OVER')
    if (hours !== null && hours > row.longest_hours) throw new RefusalError('GPU_TOO_LONG', { most: row.longest_hours })
    if (hours !== null && hours < row.hours_charged)
      throw new RefusalError('GPU_TOO_SHORT', { least: row.hours_charged })
    if (hours === row.hours) return
    await db.updateTable('gpu_rentals').set({ hours }).where('id', '=', row.id).execute()
    const detail = hours === null ? {} : { detail: String(hours) }
    await addEvent(db, row, { kind: 'extended', at: ctx.clock.now(), ...detail })
  })

export const restart = (ctx: Context, own: Own): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state !== 'running') throw new RefusalError('RENTAL_OVER')
    await db
      .updateTable('gpu_rentals')
      .set({ restarts: row.restarts + 1 })
      .where('id', '=', row.id)
      .execute()
    await addEvent(db, row, { kind: 'restarted', at: ctx.clock.now() })
  })
