import { tellSteps } from '#service/money/withdrawals/telling.ts'
import type { World } from './world.ts'

/** Tells of every step, also of those that a job of the service has taken and not told yet: their locks are waited for. */
export async function notifyAll({ running: { ctx } }: World): Promise<void> {
  const untold = () => ctx.db.selectFrom('untold_steps').select('step').forUpdate().execute()
  do await tellSteps(ctx)
  while ((await untold()).length > 0)
}
