import { sql } from 'kysely'
import { MAX_WAITS } from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { isRentableBy, rentableBySql, stateSql } from './row.ts'

/** Sets or removes a user's request to be notified when a machine is free. */
export const setWait = (ctx: Context, of: { userId: string; id: string; on: boolean }): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const { userId, id } = of
    await lockUser(db, userId)
    const known = await db.selectFrom('gpus').select(['driver', 'owner_id']).where('id', '=', id).executeTakeFirst()
    const ended = await db
      .deleteFrom('gpu_waits')
      .where('user_id', '=', userId)
      .where('gpu_id', '=', id)
      .executeTakeFirst()
    // A wait can be removed also when the machine is visible to its owner only by now.
    if (!of.on && ended.numDeletedRows > 0n) return
    if (!known || !isRentableBy(known, userId)) throw new RefusalError('GPU_UNKNOWN')
    if (!of.on) return
    const { count } = await db
      .selectFrom('gpu_waits')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_WAITS) throw new RefusalError('TOO_MANY_WAITS', { most: MAX_WAITS })
    await db
      .insertInto('gpu_waits')
      .values({ user_id: userId, gpu_id: id, since: new Date(ctx.clock.now()) })
      .execute()
  })

/** Notifies the users who wait for machines that are free now, once. */
export const notifyWaiting = (ctx: Context): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const { rows } = await sql<{ user_id: string; gpu_id: string; model: string; since: Date }>`
      with free as materialized (
        select id, model, driver, owner_id from gpus where not simulated and ${stateSql(now)} = 'free'
          and id in (select gpu_id from gpu_waits)
      )
      delete from gpu_waits using free where gpu_id = free.id and ${rentableBySql(sql`gpu_waits.user_id`)}
      returning user_id, gpu_id, free.model, since`.execute(db)
    for (const { user_id: userId, gpu_id, model, since } of rows) {
      const source = `gpu-free/${gpu_id}/${since.getTime()}`
      const values = { gpu: gpu_id, model }
      await notify(db, { userId, source, kind: 'gpuFree', values, at: now })
    }
  })
