import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { watchPayouts } from './alarms.ts'
import { TELL_QUEUE, tellSteps } from './telling.ts'

export const withdrawalQueues = (ctx: Context): Queue[] => [
  { name: TELL_QUEUE, cron: '* * * * *', isSent: true, run: () => tellSteps(ctx) },
  { name: 'watch-payouts', cron: '* * * * *', role: 'chain', run: () => watchPayouts(ctx) },
]
