import type { Context } from '../../context.ts'
import { Refusal, TooMany } from '../../http/refusal.ts'

export interface Attempt {
  username: string
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
 * who have passed the picture, so that nobody else takes it from the owner.
 */
async function passAccount(ctx: Context, attempt: Attempt, isAddressHeld: boolean): Promise<void> {
  // An address that has failed before counts against the account only behind the picture.
  if (!isAddressHeld) await checkPicture(ctx, attempt)
  const isHeld = await ctx.limits.count('failures', attempt.username)
  if (!isHeld && isAddressHeld) await checkPicture(ctx, attempt)
  if (!(await ctx.limits.count('loginAccount', attempt.username)))
    await ctx.limits.spend('loginAccountSlow', attempt.username)
}

export async function forgetFailures(ctx: Context, username: string): Promise<void> {
  await ctx.limits.forget('failures', username)
  await ctx.limits.forget('loginAccount', username)
}

/** Budgets of code mails; a global one keeps a flood from leaving this house. */
export async function spendMail(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.limits.spend('mailIp', attempt.ip)
  await ctx.limits.spend('mailHour', attempt.username)
  await ctx.limits.spend('mailDay', attempt.username)
  if (!(await ctx.limits.count('mailAll', 'all'))) {
    ctx.log.error('the hourly limit of all code mails is reached')
    throw new TooMany(600)
  }
}
