import { type Status, statusRead } from '#lib/contract/status.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { readinessProblem } from '#service/platform/http/health.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { lastSettlement, payoutsSince } from './queries.ts'

const DAY_MS = 86_400_000

export function statusRoutes(reads: Reads): void {
  reads.on(statusRead, async (ctx): Promise<Status> => {
    const problem = await readinessProblem(ctx)
    const isDown = problem === 'database'
    const now = ctx.clock.now()
    return {
      service: problem ? 'limited' : 'up',
      database: isDown ? 'down' : 'up',
      lastSettlement: isDown ? null : await lastSettlement(ctx.db),
      payoutsToday: isDown ? [] : await payoutsSince(ctx.db, Math.floor(now / DAY_MS) * DAY_MS),
      serverTime: unixSeconds(now),
    }
  })
}
