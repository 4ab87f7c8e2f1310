import { RESEND_SECONDS } from '#lib/rules/accounts.ts'
import type { Context } from '../context.ts'
import type { Lang } from '../http/messages.ts'
import { Refusal, TooMany } from '../http/refusal.ts'
import { userByName } from '../users/queries.ts'
import { issueCode, type Purpose, secondsToWait } from './codes.ts'
import { type LetterKind, queueLetter, writeLetter } from './letters.ts'

/** Which letter goes out, if any: an address without an account gets none when there is nothing to sign in to. */
function letterFor(purpose: Purpose, hasAccount: boolean): LetterKind | undefined {
  if (purpose === 'register') return hasAccount ? 'alreadyRegistered' : 'register'
  if (!hasAccount) return undefined
  return purpose === 'lost-factor' ? 'lostFactor' : purpose
}

export interface CodeAsked {
  username: string
  ip: string
  purpose: Purpose
  lang: Lang
}

/** Sends a code to an address that is known to be that of the one who asks. */
export const mailCode = (ctx: Context, asked: CodeAsked): Promise<{ sent: true; resendAfter: number }> =>
  // In turn: of many at once the first is sent, and the others must not spend what the address may get in an hour.
  ctx.turns.take(`mail:${asked.username}`, () => mailInTurn(ctx, asked))

async function mailInTurn(ctx: Context, asked: CodeAsked): Promise<{ sent: true; resendAfter: number }> {
  const { username, purpose, lang } = asked
  const resendAfter = await secondsToWait(ctx, ctx.db, asked)
  if (resendAfter > 0) throw new Refusal('CODE_SENT_RECENTLY', { resendAfter })
  // Ahead of the transaction: budgets need a connection of their own, and whoever waits for a second one while holding
  // a first starves the pool as soon as as many wait as there are connections.
  await spendMail(ctx, asked)
  await ctx.db.transaction().execute(async (db) => {
    const issued = await issueCode(ctx, db, { username, purpose })
    if ('resendAfter' in issued) throw new Refusal('CODE_SENT_RECENTLY', { resendAfter: issued.resendAfter })
    const kind = letterFor(purpose, (await userByName(db, username)) !== undefined)
    if (kind === undefined) return
    const values = { code: issued.code, origin: ctx.config.origin }
    await queueLetter(ctx, db, writeLetter({ to: username, lang, kind }, values))
  })
  return { sent: true, resendAfter: RESEND_SECONDS }
}

/** Budgets of code mails; a global one keeps a flood from leaving this house. */
async function spendMail(ctx: Context, { username, ip }: CodeAsked): Promise<void> {
  await ctx.limits.spend('mailIp', ip)
  await ctx.limits.spend('mailHour', username)
  await ctx.limits.spend('mailDay', username)
  if (!(await ctx.limits.count('mailAll', 'all'))) {
    ctx.log.error('the hourly limit of all code mails is reached')
    throw new TooMany(600)
  }
}
