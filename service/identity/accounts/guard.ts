import { type CodeRequest, isMailStrained, mailCode } from '#service/identity/sign-in/send-code.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { isKnownNetwork } from '../users/fingerprints.ts'

export interface Attempt {
  username: EmailAddress
  ip: string
  uuid?: string | undefined
  verifyCode?: string | undefined
}

/** A captcha is required after three failures from an IP address or for an account. */
export async function isCaptchaNeeded(
  ctx: Context,
  of: { username?: string | undefined; ip: string },
): Promise<boolean> {
  if (await ctx.limits.isUsedUp('failuresIp', of.ip)) return true
  return of.username !== undefined && ctx.limits.isUsedUp('failures', of.username)
}

async function checkCaptcha(ctx: Context, { uuid, verifyCode }: Attempt): Promise<void> {
  if (uuid === undefined || verifyCode === undefined) throw new RefusalError('CAPTCHA_NEEDED')
  if (!(await ctx.captcha.check(ctx.clock.now(), uuid, verifyCode))) throw new RefusalError('CAPTCHA_WRONG')
}

/**
 * Evaluates a sign-in by password within the budgets of IP address and account. The try is counted as a failure first, so that
 * many at once count as many in a row; the count is refunded when the password was right or was not evaluated. Returns false
 * for a wrong password.
 */
export async function trySignIn(ctx: Context, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  await ctx.limits.spend('loginIp', attempt.ip)
  const isHeld = await ctx.limits.count('failuresIp', attempt.ip)
  const refund = async () => isHeld && (await ctx.limits.refund('failuresIp', attempt.ip))
  try {
    await limitAccount(ctx, attempt, isHeld)
  } catch (error) {
    await refund()
    throw error
  }
  if (!(await isRight())) return false
  await refund()
  await resetFailures(ctx, attempt.username)
  return true
}

/**
 * Requires the captcha after three failures, and after five allows one try a minute for the account. Only tries behind the
 * captcha spend that budget, so that strangers cannot take it from the owner; networks that the account used before have a
 * budget of their own.
 */
async function limitAccount(ctx: Context, attempt: Attempt, isAddressHeld: boolean): Promise<void> {
  // Tries from an IP address with failures count against the account only behind the captcha.
  if (!isAddressHeld) await checkCaptcha(ctx, attempt)
  const isHeld = await ctx.limits.count('failures', attempt.username)
  if (!isHeld && isAddressHeld) await checkCaptcha(ctx, attempt)
  if (await ctx.limits.count('loginAccount', attempt.username)) return
  const isKnown = await isKnownNetwork(ctx.db, { ...attempt, pepper: ctx.pepper })
  await ctx.limits.spend('loginAccountSlow', isKnown ? `own of ${attempt.username}` : attempt.username)
}

export async function resetFailures(ctx: Context, username: string): Promise<void> {
  await ctx.limits.reset('failures', username)
  await ctx.limits.reset('loginAccount', username)
}

/** Mails a code. The reply is the same for known and unknown addresses. */
export async function sendCode(
  ctx: Context,
  request: Attempt & CodeRequest,
): Promise<{ sent: true; resendAfter: number }> {
  if ((await isCaptchaNeeded(ctx, request)) || (await isMailStrained(ctx))) await checkCaptcha(ctx, request)
  return mailCode(ctx, request)
}
