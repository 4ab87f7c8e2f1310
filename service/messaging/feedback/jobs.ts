import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { queueAnswerLetters } from './answers.ts'
import { deleteUnusedPictures } from './pictures.ts'

export const feedbackQueues = (ctx: Context): Queue[] => [
  { name: 'tell-answers', cron: '* * * * *', run: () => queueAnswerLetters(ctx) },
  { name: 'sweep-pictures', cron: '20 * * * *', run: () => deleteUnusedPictures(ctx) },
]
