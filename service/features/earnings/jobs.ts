import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { releaseDue } from './release.ts'
import { settle } from './settle.ts'

/** Often, because each run does only what is due: a node that was down at 04:00 is caught up with soon after. */
export const earningQueues = (ctx: Context): Queue[] => [
  { name: 'settle', cron: '*/10 * * * *', run: () => settle(ctx) },
  { name: 'release-earnings', cron: '* * * * *', run: () => releaseDue(ctx.db, { now: ctx.clock.now() }) },
]
