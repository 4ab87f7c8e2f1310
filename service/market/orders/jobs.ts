import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { expireDue } from './expire-orders.ts'

export const orderQueues = (ctx: Context): Queue[] => [
  { name: 'expire-orders', cron: '* * * * *', run: () => expireDue(ctx) },
]
