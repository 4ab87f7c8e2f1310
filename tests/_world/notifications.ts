import { tellSteps } from '#service/money/withdrawals/telling.ts'
import type { World } from './world.ts'

/** Sends all notifications, also those that a job of the service holds: their locks are waited for. */
export async function notifyAll({ running: { ctx } }: World): Promise<void> {
  const untold = () => ctx.db.selectFrom('untold_steps').select('step').forUpdate().execute()
  do await tellSteps(ctx)
  while ((await untold()).length > 0)
}
