import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { sendBroadcasts } from './broadcasts.ts'

/** The operator's program only writes down what is to be sent. */
export const noticeQueues = (ctx: Context): Queue[] => [
  { name: 'send-broadcasts', cron: '* * * * *', run: () => sendBroadcasts(ctx) },
]
