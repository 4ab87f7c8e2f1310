import { deleteLocalMailBefore } from '#service/messaging/mail/transport.ts'
import type { Context } from '#service/platform/context.ts'
import { deleteExpiredNonces } from '#service/platform/http/admission.ts'
import { deleteExpiredLimits } from '#service/platform/http/limits.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { deleteExpiredCaptchas } from '../sign-in/captcha.ts'
import { deleteExpiredCodes } from '../sign-in/email-codes.ts'

export function accountQueues(ctx: Context): Queue[] {
  return [{ name: 'forget-expired', cron: '*/10 * * * *', run: () => deleteExpired(ctx) }]
}

/**
 * Deletes expired nonces, codes, captchas and budgets, and letters of the local mailbox after a month. Sessions stay: they
 * identify known browsers.
 */
async function deleteExpired(ctx: Context): Promise<void> {
  const { db } = ctx
  const now = new Date(ctx.clock.now())
  await deleteExpiredNonces(db, now)
  await deleteExpiredCaptchas(db, now)
  await deleteExpiredCodes(db, now)
  await deleteExpiredLimits(db)
  await deleteLocalMailBefore(db, new Date(ctx.clock.now() - 30 * 86_400_000))
}
