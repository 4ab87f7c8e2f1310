import { PROVEN_MS } from '#lib/rules/sign-in.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { provenUntil, type Session, setProven } from '#service/platform/http/sessions.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { userById } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { checkFactor } from './check-factor.ts'

export interface Proof {
  accountPassword?: string | undefined
  verifyCode?: string | undefined
  factorCode?: string | undefined
}

/**
 * Checks the account's password. Each try is counted before it is evaluated, and a right one resets the count. An account
 * without a password always fails.
 */
export async function checkAccountPassword(
  ctx: Context,
  user: Pick<UserTable, 'id' | 'password_hash'>,
  digest: string | undefined,
): Promise<void> {
  if (digest === undefined) throw new RefusalError('PROOF_NEEDED')
  await ctx.limits.spend('accountPassword', user.id)
  const isRight = await isPasswordOf(user.password_hash ?? undefined, digest, ctx.pepper)
  if (!isRight) throw new RefusalError('ACCOUNT_PASSWORD_WRONG')
  await ctx.limits.reset('accountPassword', user.id)
}

/** Step-up authentication of a session: by password or mailed code, and the second factor where one is set. */
export async function proveSession(
  ctx: Context,
  session: Session,
  request: Proof & { ip: string; userAgent: string },
): Promise<Date> {
  const user = await userById(ctx.db, session.userId)
  if (request.verifyCode === undefined) await checkAccountPassword(ctx, user, request.accountPassword)
  else {
    await ctx.limits.spend('codeTriesIp', request.ip)
    const { username } = user
    if (!(await takeCode(ctx, { username, purpose: 'prove', code: request.verifyCode })))
      throw new RefusalError('CODE_WRONG')
  }
  await checkFactor(ctx, user.id, request.factorCode, request)
  return markProven(ctx, session)
}

/** Marks a session as proven, also after proof by other means. */
export async function markProven(ctx: Context, session: Session): Promise<Date> {
  const until = new Date(ctx.clock.now() + PROVEN_MS)
  await setProven(ctx.db, session.id, until)
  return until
}

/** Throws unless the session was proven within the last minutes. */
export async function requireProof(ctx: Context, session: Session, db: Database = ctx.db): Promise<void> {
  if ((await provenUntil(db, session.id)) <= ctx.clock.now()) throw new RefusalError('PROVE_FIRST')
}
