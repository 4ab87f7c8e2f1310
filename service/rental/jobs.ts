import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { chargeDue } from './charge-rentals.ts'
import { warnLow } from './low-balance-warnings.ts'
import { computeReliability } from './reliability.ts'
import { settleHosts } from './settle-hosts.ts'
import { notifyWaiting } from './waits.ts'
import { watchHosts } from './watch-hosts.ts'

/** Silent hosts are handled first, so that a free hour is not charged before. */
export async function tendRentals(ctx: Context): Promise<void> {
  await watchHosts(ctx)
  await chargeDue(ctx)
  await warnLow(ctx)
  await notifyWaiting(ctx)
}

export const gpuQueues = (ctx: Context): Queue[] => [
  { name: 'tend-rentals', cron: '* * * * *', run: () => tendRentals(ctx) },
  { name: 'reckon-reliability', cron: '7,37 * * * *', run: () => computeReliability(ctx) },
  { name: 'settle-hosts', cron: '20 2 * * *', run: async () => void (await settleHosts(ctx)) },
]
