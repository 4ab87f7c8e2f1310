import { MAX_PUBLISHED_PORTS } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { type Own, onOwn } from './change-rental.ts'
import { newLabel } from './published-ports.ts'

/** Gives a port of a running rental an address. Idempotent: a published one keeps its address. */
export const publishPort = (ctx: Context, own: Own, port: number): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    if (row.state !== 'running') throw new RefusalError('RENTAL_OVER')
    const { address } = await db
      .selectFrom('gpus')
      .select('address')
      .where('id', '=', row.gpu_id)
      .executeTakeFirstOrThrow()
    if (!ctx.config.gateway?.web || address !== null) throw new RefusalError('PORTS_UNAVAILABLE')
    const known = await db.selectFrom('gpu_ports').select('port').where('rental_id', '=', row.id).execute()
    if (known.some((one) => one.port === port)) return
    if (known.length >= MAX_PUBLISHED_PORTS) throw new RefusalError('TOO_MANY_PORTS', { most: MAX_PUBLISHED_PORTS })
    const published_at = new Date(ctx.clock.now())
    await db
      .insertInto('gpu_ports')
      .values({ rental_id: row.id, port, label: newLabel(port), published_at })
      .execute()
  })

/** Takes the address of a port back; its connections end within a second. */
export const closePort = (ctx: Context, own: Own, port: number): Promise<void> =>
  onOwn(ctx, own, async (db, row) => {
    await db.deleteFrom('gpu_ports').where('rental_id', '=', row.id).where('port', '=', port).execute()
  })
