import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { releaseDue } from './release.ts'
import { settleDue } from './settle-due.ts'

/** Frequent runs, because each does only what is due: a settlement that was missed at 04:00 UTC is done soon after. */
export const earningQueues = (ctx: Context): Queue[] => [
  { name: 'settle', cron: '*/10 * * * *', run: () => settleDue(ctx) },
  { name: 'release-earnings', cron: '* * * * *', run: () => releaseDue(ctx.db, { now: ctx.clock.now() }) },
]
