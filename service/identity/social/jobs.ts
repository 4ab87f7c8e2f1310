import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { deleteUnneededTokens } from './tokens.ts'

export const socialQueues = (ctx: Context): Queue[] => [
  { name: 'forget-social-tokens', cron: '*/10 * * * *', run: () => deleteUnneededTokens(ctx) },
]
