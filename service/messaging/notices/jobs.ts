import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { sendBroadcasts } from './broadcasts.ts'

/** The operator's program only records broadcasts; this job sends them. */
export const noticeQueues = (ctx: Context): Queue[] => [
  { name: 'send-broadcasts', cron: '* * * * *', run: () => sendBroadcasts(ctx) },
]
