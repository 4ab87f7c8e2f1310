import { type Status, statusRead } from '#lib/contract/status.ts'
import { notReady } from '../../http/health.ts'
import type { Reads } from '../../http/reads.ts'

export function statusRoutes(reads: Reads): void {
  reads.on(statusRead, async (ctx): Promise<Status> => {
    const problem = await notReady(ctx)
    return {
      service: problem ? 'limited' : 'up',
      database: problem === 'database' ? 'down' : 'up',
      // There is no ledger yet: nothing has been settled, and nothing has been paid.
      lastSettlement: null,
      payoutsToday: [],
    }
  })
}
