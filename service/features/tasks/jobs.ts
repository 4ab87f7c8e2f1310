import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { tellReviews } from './reviewing.ts'

/** What the operator's program has reviewed waits for its minute. */
export const taskQueues = (ctx: Context): Queue[] => [
  { name: 'tell-tasks', cron: '* * * * *', run: () => tellReviews(ctx) },
]
