import { RATE_WINDOW_MS, WORK_LIFE_MS } from '#lib/rules/devices.ts'
import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'

export const deviceQueues = (ctx: Context): Queue[] => [
  { name: 'forget-shares', cron: '*/10 * * * *', run: () => forgetShares(ctx) },
]

/** A work that has run out takes no share, so its nonces need no remembering once the rate window has passed. */
async function forgetShares(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now() - RATE_WINDOW_MS - WORK_LIFE_MS)
  await ctx.db.deleteFrom('works').where('expires_at', '<', before).execute()
}
