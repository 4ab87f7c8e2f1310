import { type CodeAsked, mailCode } from '#service/identity/sign-in/send-code.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import type { Context } from '#service/platform/context.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { isKnownNetwork } from '../users/signs.ts'

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
export async function passCaptcha(ctx: Context, attempt: Attempt): Promise<void> {
  if (await isCaptchaNeeded(ctx, attempt)) await checkPicture(ctx, attempt)
}

async function checkPicture(ctx: Context, { uuid, verifyCode }: Attempt): Promise<void> {
  if (uuid === undefined || verifyCode === undefined) throw new Refusal('CAPTCHA_NEEDED')
  if (!(await ctx.captcha.check(ctx.clock.now(), uuid, verifyCode))) throw new Refusal('CAPTCHA_WRONG')
}

/**
 * Judges a try with a password by what the address and the account may still do. It counts as a failure before anything
 * is looked at, so that many at once are no more than as many in a row; what turns out right, or was never looked at, is
 * taken back. False for a wrong one.
 */
export async function trySignIn(ctx: Context, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  await ctx.limits.spend('loginIp', attempt.ip)
  const isHeld = await ctx.limits.count('failuresIp', attempt.ip)
  const takeBack = async () => isHeld && (await ctx.limits.giveBack('failuresIp', attempt.ip))
  try {
    await passAccount(ctx, attempt, isHeld)
  } catch (error) {
    await takeBack()
    throw error
  }
  if (!(await isRight())) return false
  await takeBack()
  await forgetFailures(ctx, attempt.username)
  return true
}

/**
 * The picture once three tries have failed, then one try a minute for the account once five have, which only those spend
 * who have passed the picture, so that nobody else takes it from the owner. Networks in which the account was before have
 * that one apart.
 */
async function passAccount(ctx: Context, attempt: Attempt, isAddressHeld: boolean): Promise<void> {
  // An address that has failed before counts against the account only behind the picture.
  if (!isAddressHeld) await checkPicture(ctx, attempt)
  const isHeld = await ctx.limits.count('failures', attempt.username)
  if (!isHeld && isAddressHeld) await checkPicture(ctx, attempt)
  if (await ctx.limits.count('loginAccount', attempt.username)) return
  const isKnown = await isKnownNetwork(ctx.db, { ...attempt, pepper: ctx.pepper })
  await ctx.limits.spend('loginAccountSlow', isKnown ? `own of ${attempt.username}` : attempt.username)
}

export async function forgetFailures(ctx: Context, username: string): Promise<void> {
  await ctx.limits.forget('failures', username)
  await ctx.limits.forget('loginAccount', username)
}

/** Sends a code for a purpose to whoever asks. The answer is the same for known and unknown addresses. */
export async function sendCode(ctx: Context, asked: Attempt & CodeAsked): Promise<{ sent: true; resendAfter: number }> {
  await passCaptcha(ctx, asked)
  return mailCode(ctx, asked)
}
