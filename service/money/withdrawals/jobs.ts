import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { watchPayouts } from './alarms.ts'
import { NOTIFY_QUEUE, notifySteps } from './notifications.ts'

export const withdrawalQueues = (ctx: Context): Queue[] => [
  { name: NOTIFY_QUEUE, cron: '* * * * *', isSent: true, run: () => notifySteps(ctx) },
  { name: 'watch-payouts', cron: '* * * * *', role: 'chain', run: () => watchPayouts(ctx) },
]
