import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { expireDue } from './expiring.ts'

export const orderQueues = (ctx: Context): Queue[] => [
  { name: 'expire-orders', cron: '* * * * *', run: () => expireDue(ctx) },
]
