import { notifySteps } from '#service/money/withdrawals/notifications.ts'
import type { World } from './world.ts'

/** Sends all notifications, also those that a job of the service holds: their locks are waited for. */
export async function notifyAll({ running: { ctx } }: World): Promise<void> {
  const pendingSteps = () => ctx.db.selectFrom('untold_steps').select('step').forUpdate().execute()
  do await notifySteps(ctx)
  while ((await pendingSteps()).length > 0)
}
