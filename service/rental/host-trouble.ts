import type { HostTrouble } from '#lib/contract/host.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { GpuRow } from './row.ts'

/** Notifies the owner of a machine that has failed to make a rental more than once, until it can again. */
export async function notifyOfTrouble(ctx: Context, gpu: GpuRow): Promise<void> {
  const { id, owner_id: userId, trouble } = gpu
  if (userId === null || trouble?.kind !== 'failed' || gpu.trouble_notified) return
  await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('gpus')
      .set({ trouble_notified: true })
      .where('id', '=', id)
      .where('trouble_notified', '=', false)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return
    const request = await db.selectFrom('gpu_requests').select('name').where('gpu_id', '=', id).executeTakeFirst()
    const now = ctx.clock.now()
    await notify(db, {
      ...{ userId, source: `machine-failed/${id}/${now}`, kind: 'machineFailed', at: now },
      values: { name: request?.name ?? id, reason: trouble.reason },
    })
  })
}

/** The reason for the owner; null where the host can take a rental, or is not known to be there. */
export const troubleOf = ({ trouble, state }: Pick<GpuRow, 'trouble'> & { state: string }): HostTrouble | null =>
  state === 'offline' || state === 'paused' ? null : trouble
