import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { settleDue } from './late.ts'
import { releaseDue } from './release.ts'

/** Often, because each run does only what is due: a node that was down at 04:00 is caught up with soon after. */
export const earningQueues = (ctx: Context): Queue[] => [
  { name: 'settle', cron: '*/10 * * * *', run: () => settleDue(ctx) },
  { name: 'release-earnings', cron: '* * * * *', run: () => releaseDue(ctx.db, { now: ctx.clock.now() }) },
]
