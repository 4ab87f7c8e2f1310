import { LOG_DAYS, RATE_WINDOW_MS, WORK_LIFE_MS } from '#lib/rules/devices.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { publishSilentDevices } from './silent-devices.ts'

export const deviceQueues = (ctx: Context): Queue[] => [
  { name: 'tell-silent', cron: '* * * * *', run: () => publishSilentDevices(ctx) },
  { name: 'forget-shares', cron: '*/10 * * * *', run: () => deleteOldShares(ctx) },
  { name: 'forget-log', cron: '30 3 * * *', run: () => deleteOldEvents(ctx) },
]

/** Expired work accepts no share, so its nonces are deleted once the rate window has passed. */
async function deleteOldShares(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now() - RATE_WINDOW_MS - WORK_LIFE_MS)
  await ctx.db.deleteFrom('works').where('expires_at', '<', before).execute()
}

async function deleteOldEvents(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('device_events')
    .where('at', '<', new Date(ctx.clock.now() - LOG_DAYS * 86_400_000))
    .where('kind', 'in', ['online', 'offline', 'refused'])
    .execute()
}
