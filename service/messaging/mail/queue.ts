import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { raiseAlarm } from '../alarms/raise.ts'
import { decryptLetter, type QueuedLetter } from './letters.ts'

/** A letter that waits for longer than this means that the mail server takes none. */
const MAX_WAIT_MS = 600_000

/** Sends a letter (service/messaging/mail/letters.ts). One that came too late is dropped; an operator learns of one that waits. */
async function sendQueued(ctx: Context, { box, at, until }: QueuedLetter): Promise<void> {
  const now = ctx.clock.now()
  if (until !== undefined && now >= until) return
  try {
    await ctx.mail.send(decryptLetter(box, ctx.pepper))
  } catch (error) {
    const minutes = at === undefined ? 0 : Math.floor((now - at) / 60_000)
    const why = error instanceof Error ? error.message : String(error)
    if (minutes * 60_000 >= MAX_WAIT_MS)
      await raiseAlarm(ctx, { name: 'mail', kind: 'alarmMail', values: { minutes: String(minutes), why } }, now)
    throw error
  }
}

export const mailQueues = (ctx: Context): Queue[] => [
  {
    name: 'mail',
    // About three days: nobody may miss a letter about money or sign-in because a mail server was away.
    retryLimit: 24,
    maxDelaySeconds: 21_600,
    // The mail server has 5 s for each step of a letter, so a longer job was lost with its node.
    expireSeconds: 60,
    run: (data) => sendQueued(ctx, data as QueuedLetter),
  },
]
