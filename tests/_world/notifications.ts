import { notifySteps } from '#service/money/withdrawals/notifications.ts'
import type { World } from './world.ts'

/** Tells of every step, also of those that a job of the service has taken and not told yet: their locks are waited for. */
export async function notifyAll({ running: { ctx } }: World): Promise<void> {
  const untold = () => ctx.db.selectFrom('untold_steps').select('step').forUpdate().execute()
  do await notifySteps(ctx)
  while ((await untold()).length > 0)
}
