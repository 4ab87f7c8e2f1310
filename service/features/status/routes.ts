import { type Status, statusRead } from '#lib/contract/status.ts'
import { notReady } from '../../http/health.ts'
import type { Reads } from '../../http/reads.ts'
import { lastSettlement } from './queries.ts'

export function statusRoutes(reads: Reads): void {
  reads.on(statusRead, async (ctx): Promise<Status> => {
    const problem = await notReady(ctx)
    const isDown = problem === 'database'
    return {
      service: problem ? 'limited' : 'up',
      database: isDown ? 'down' : 'up',
      lastSettlement: isDown ? null : await lastSettlement(ctx.db),
      // Nothing can be withdrawn yet, so nothing has been paid.
      payoutsToday: [],
    }
  })
}
