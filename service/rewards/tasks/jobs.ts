import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { notifyReviews } from './review-task.ts'

/** Reviews by the operator's program are notified within a minute. */
export const taskQueues = (ctx: Context): Queue[] => [
  { name: 'tell-tasks', cron: '* * * * *', run: () => notifyReviews(ctx) },
]
