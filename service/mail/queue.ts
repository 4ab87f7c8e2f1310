import type { Context } from '../context.ts'
import type { Queue } from '../jobs/jobs.ts'
import { openLetter } from './letters.ts'

/** Sends the letters that were queued (service/mail/letters.ts). */
export const mailQueues = (ctx: Context): Queue[] => [
  {
    name: 'mail',
    retryLimit: 8,
    run: async (data) => ctx.mail.send(openLetter((data as { box: string }).box, ctx.pepper)),
  },
]
