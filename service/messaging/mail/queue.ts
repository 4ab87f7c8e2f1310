import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { decryptLetter } from './letters.ts'

/** Sends the queued letters (service/messaging/mail/letters.ts). */
export const mailQueues = (ctx: Context): Queue[] => [
  {
    name: 'mail',
    retryLimit: 8,
    // The mail server has 5 s for each step of a letter, so a longer job was lost with its node.
    expireSeconds: 60,
    run: async (data) => ctx.mail.send(decryptLetter((data as { box: string }).box, ctx.pepper)),
  },
]
