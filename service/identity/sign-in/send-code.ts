import { RESEND_SECONDS } from '#lib/rules/accounts.ts'
import { isKnownNetwork } from '#service/identity/users/fingerprints.ts'
import { userByName } from '#service/identity/users/queries.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import type { Context } from '#service/platform/context.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError, TooManyRequestsError } from '#service/platform/http/refusal.ts'
import { issueCode, type Purpose, secondsToWait } from './email-codes.ts'

type CodeLetter = Exclude<Purpose, 'lost-factor'> | 'lostFactor' | 'alreadyRegistered'

/** Which letter goes out, if any: an address without an account gets none when there is nothing to sign in to. */
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

/** Sends a code to an address that is known to be that of the one who asks. */
export const mailCode = (ctx: Context, request: CodeRequest): Promise<{ sent: true; resendAfter: number }> =>
  // In turn: of many at once the first is sent, and the others must not spend what the address may get in an hour.
  ctx.mutex.runExclusive(`mail:${request.username}`, () => mailCodeExclusively(ctx, request))

async function mailCodeExclusively(ctx: Context, request: CodeRequest): Promise<{ sent: true; resendAfter: number }> {
  const { username, purpose, lang } = request
  const resendAfter = await secondsToWait(ctx, ctx.db, request)
  if (resendAfter > 0) throw new RefusalError('CODE_SENT_RECENTLY', { resendAfter })
  // Ahead of the transaction: budgets need a connection of their own, and whoever waits for a second one while holding
  // a first starves the pool as soon as as many wait as there are connections.
  const kind = letterFor(purpose, (await userByName(ctx.db, username as EmailAddress)) !== undefined)
  await spendMail(ctx, request, kind)
  await ctx.db.transaction().execute(async (db) => {
    const issued = await issueCode(ctx, db, { username, purpose })
    if ('resendAfter' in issued) throw new RefusalError('CODE_SENT_RECENTLY', { resendAfter: issued.resendAfter })
    if (kind === undefined) return
    const values = { code: issued.code, origin: ctx.config.origin }
    await queueLetter(ctx, db, writeLetter({ to: username, lang, kind }, values))
  })
  return { sent: true, resendAfter: RESEND_SECONDS }
}

/** Anybody can ask for these; the others take a session, or a ticket of the account's first factor. */
const openPurposes: readonly Purpose[] = ['register', 'reset', 'login']

/** The budget that a letter to an address is counted against; undefined for that of strangers. */
async function ownBudget(ctx: Context, { username, ip, purpose }: CodeRequest): Promise<string | undefined> {
  if (!openPurposes.includes(purpose)) return `${purpose} of ${username}`
  return (await isKnownNetwork(ctx.db, { username, ip, pepper: ctx.pepper })) ? `own of ${username}` : undefined
}

/**
 * Budgets of code mails. What strangers ask for is counted apart from what the owner asks for, and an hourly limit of all
 * that strangers ask for keeps a flood from leaving the service; only a letter that goes out counts against it.
 */
async function spendMail(ctx: Context, request: CodeRequest, kind: CodeLetter | undefined): Promise<void> {
  const own = await ownBudget(ctx, request)
  await ctx.limits.spend('mailIp', request.ip)
  await ctx.limits.spend('mailHour', own ?? request.username)
  await ctx.limits.spend('mailDay', own ?? request.username)
  if (own !== undefined) return
  const isHeld =
    kind === undefined ? !(await ctx.limits.isUsedUp('mailAll', 'all')) : await ctx.limits.count('mailAll', 'all')
  if (isHeld) return
  ctx.log.error('the hourly limit of all code mails is reached')
  throw new TooManyRequestsError(600)
}
