import type { Context } from '../../context.ts'
import type { Queue } from '../../jobs/jobs.ts'
import { sendBroadcasts } from './broadcasting.ts'

/** The operator's program only writes down what is to be sent. */
export const noticeQueues = (ctx: Context): Queue[] => [
  { name: 'send-broadcasts', cron: '* * * * *', run: () => sendBroadcasts(ctx) },
]
