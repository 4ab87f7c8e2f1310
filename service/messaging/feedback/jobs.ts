import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { tellAnswers } from './answering.ts'
import { sweepPictures } from './pictures.ts'

export const feedbackQueues = (ctx: Context): Queue[] => [
  { name: 'tell-answers', cron: '* * * * *', run: () => tellAnswers(ctx) },
  { name: 'sweep-pictures', cron: '20 * * * *', run: () => sweepPictures(ctx) },
]
