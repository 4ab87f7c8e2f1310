import { MAIL_CODE_MS, RESEND_SECONDS } from '#lib/rules/accounts.ts'
import { isKnownNetwork } from '#service/identity/users/fingerprints.ts'
import { userByName } from '#service/identity/users/queries.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import type { Context } from '#service/platform/context.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { issueCode, type Purpose, secondsToWait } from './email-codes.ts'

type CodeLetter = Exclude<Purpose, 'lost-factor'> | 'lostFactor' | 'alreadyRegistered'

/** The letter to send, if any: an address without an account gets none when there is nothing to sign in to. */
function letterFor(purpose: Purpose, hasAccount: boolean): CodeLetter | undefined {
  if (purpose === 'register') return hasAccount ? 'alreadyRegistered' : 'register'
  if (!hasAccount) return undefined
  return purpose === 'lost-factor' ? 'lostFactor' : purpose
}

export interface CodeRequest {
  username: string
  ip: string
  purpose: Purpose
  lang: Lang
}

/** Mails a code to an address that belongs to the caller. */
export const mailCode = (ctx: Context, request: CodeRequest): Promise<{ sent: true; resendAfter: number }> =>
  // Serialised per address: of many at once only the first is sent, and the others must not spend the address's hourly budget.
  ctx.mutex.runExclusive(`mail:${request.username}`, () => mailCodeExclusively(ctx, request))

async function mailCodeExclusively(ctx: Context, request: CodeRequest): Promise<{ sent: true; resendAfter: number }> {
  const { username, purpose, lang } = request
  const resendAfter = await secondsToWait(ctx, ctx.db, request)
  if (resendAfter > 0) throw new RefusalError('CODE_SENT_RECENTLY', { resendAfter })
  // Before the transaction: budgets need a connection of their own, and calls that wait for a second connection while holding a
  // first one would exhaust the pool.
  const kind = letterFor(purpose, (await userByName(ctx.db, username as EmailAddress)) !== undefined)
  await spendMail(ctx, request, kind)
  await ctx.db.transaction().execute(async (db) => {
    const issued = await issueCode(ctx, db, { username, purpose })
    if ('resendAfter' in issued) throw new RefusalError('CODE_SENT_RECENTLY', { resendAfter: issued.resendAfter })
    if (kind === undefined) return
    const values = { code: issued.code, origin: ctx.config.origin }
    const until = ctx.clock.now() + MAIL_CODE_MS
    await queueLetter(ctx, db, writeLetter(ctx, { to: username, lang, kind }, values), { until })
  })
  return { sent: true, resendAfter: RESEND_SECONDS }
}

/** Whether strangers have been sent so many code mails in this hour that each request needs a captcha. */
export const isMailStrained = (ctx: Context): Promise<boolean> => ctx.limits.isUsedUp('mailAll', 'all')

/** Anybody can request these; the others need a session, or a ticket of the account's first factor. */
const openPurposes: readonly Purpose[] = ['register', 'reset', 'login']

/** The budget key of the address's owner; undefined for requests from strangers. */
async function ownBudget(ctx: Context, { username, ip, purpose }: CodeRequest): Promise<string | undefined> {
  if (!openPurposes.includes(purpose)) return `${purpose} of ${username}`
  return (await isKnownNetwork(ctx.db, { username, ip, pepper: ctx.pepper })) ? `own of ${username}` : undefined
}

/**
 * Spends the budgets of code mails. Requests from strangers and from the owner are counted separately. Of all
 * strangers together, only letters that are sent count; above that total, each source has a few letters of its own.
 */
async function spendMail(ctx: Context, request: CodeRequest, kind: CodeLetter | undefined): Promise<void> {
  const own = await ownBudget(ctx, request)
  await ctx.limits.spend('mailIp', request.ip)
  await ctx.limits.spend('mailHour', own ?? request.username)
  await ctx.limits.spend('mailDay', own ?? request.username)
  if (own !== undefined) return
  const isHeld = kind === undefined ? !(await isMailStrained(ctx)) : await ctx.limits.count('mailAll', 'all')
  if (isHeld) return
  ctx.log.error('many code mails to strangers: each source is sent three an hour behind a captcha; check for an attack')
  await ctx.limits.spend('mailStrainedIp', request.ip)
}
