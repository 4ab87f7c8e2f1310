import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { forgetTokens } from './tokens.ts'

export const socialQueues = (ctx: Context): Queue[] => [
  { name: 'forget-social-tokens', cron: '*/10 * * * *', run: () => forgetTokens(ctx) },
]
