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
  if (!(await isCaptchaNeeded(ctx, attempt))) return
  if (attempt.uuid === undefined || attempt.verifyCode === undefined) throw new Refusal('CAPTCHA_NEEDED')
  if (!(await ctx.captcha.check(ctx.clock.now(), attempt.uuid, attempt.verifyCode))) throw new Refusal('CAPTCHA_WRONG')
}

/**
 * Lets a try with a password through, by what the address and the account may still do: one try a minute for the account
 * once five have failed, which only those spend who have passed the picture, so that nobody else takes it from the owner.
 */
export async function passSignIn(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.limits.spend('loginIp', attempt.ip)
  await passCaptcha(ctx, attempt)
  if (await ctx.limits.isUsedUp('loginAccount', attempt.username))
    await ctx.limits.spend('loginAccountSlow', attempt.username)
}

export async function countFailure(ctx: Context, attempt: Attempt): Promise<void> {
  await ctx.limits.count('failures', attempt.username)
  await ctx.limits.count('failuresIp', attempt.ip)
  await ctx.limits.count('loginAccount', attempt.username)
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
