import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { evaluateAmbassadors } from './evaluate-days.ts'

/** Runs often, to follow each settlement; a run without a new settled day does nothing. */
export const ambassadorQueues = (ctx: Context): Queue[] => [
  { name: 'evaluate-ambassadors', cron: '3-59/10 * * * *', run: () => evaluateAmbassadors(ctx) },
]
