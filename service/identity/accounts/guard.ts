import { type CodeRequest, mailCode } from '#service/identity/sign-in/send-code.ts'
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

/** The picture is asked for after three failures from the same address or for the same account. */
export async function isCaptchaNeeded(
  ctx: Context,
  of: { username?: string | undefined; ip: string },
): Promise<boolean> {
  if (await ctx.limits.isUsedUp('failuresIp', of.ip)) return true
  return of.username !== undefined && ctx.limits.isUsedUp('failures', of.username)
}

/** Lets an attempt through, or says that the picture is needed or wrong. */
export async function requireCaptcha(ctx: Context, attempt: Attempt): Promise<void> {
  if (await isCaptchaNeeded(ctx, attempt)) await checkCaptcha(ctx, attempt)
}

async function checkCaptcha(ctx: Context, { uuid, verifyCode }: Attempt): Promise<void> {
  if (uuid === undefined || verifyCode === undefined) throw new RefusalError('CAPTCHA_NEEDED')
  if (!(await ctx.captcha.check(ctx.clock.now(), uuid, verifyCode))) throw new RefusalError('CAPTCHA_WRONG')
}

/**
 * Judges a try with a password by what the address and the account may still do. It counts as a failure before anything
 * is looked at, so that many at once are no more than as many in a row; what turns out right, or was never looked at, is
 * taken back. False for a wrong one.
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
 * The picture once three tries have failed, then one try a minute for the account once five have, which only those spend
 * who have passed the picture, so that nobody else takes it from the owner. Networks in which the account was before have
 * that one apart.
 */
async function limitAccount(ctx: Context, attempt: Attempt, isAddressHeld: boolean): Promise<void> {
  // An address that has failed before counts against the account only behind the picture.
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

/** Sends a code for a purpose to whoever asks. The answer is the same for known and unknown addresses. */
export async function sendCode(
  ctx: Context,
  request: Attempt & CodeRequest,
): Promise<{ sent: true; resendAfter: number }> {
  await requireCaptcha(ctx, request)
  return mailCode(ctx, request)
}
