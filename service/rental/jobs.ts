import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { chargeDue } from './charging.ts'
import { reckonReliability } from './reliability.ts'
import { settleHosts } from './settling.ts'
import { tellWaiting } from './waiting.ts'
import { warnLow } from './warning.ts'
import { watchHosts } from './watching.ts'

/** Silent hosts first: an hour that is free is not charged before. */
export async function tendRentals(ctx: Context): Promise<void> {
  await watchHosts(ctx)
  await chargeDue(ctx)
  await warnLow(ctx)
  await tellWaiting(ctx)
}

export const gpuQueues = (ctx: Context): Queue[] => [
  { name: 'tend-rentals', cron: '* * * * *', run: () => tendRentals(ctx) },
  { name: 'reckon-reliability', cron: '7,37 * * * *', run: () => reckonReliability(ctx) },
  { name: 'settle-hosts', cron: '20 2 * * *', run: async () => void (await settleHosts(ctx)) },
]
