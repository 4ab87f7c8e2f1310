import { PROVEN_MS } from '#lib/rules/sign-in.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { provenUntil, type Session, setProven } from '#service/platform/http/sessions.ts'
import { isPasswordOf } from '../users/passwords.ts'
import { userById } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { passFactor } from './factor-passing.ts'

export interface Proof {
  accountPassword?: string | undefined
  verifyCode?: string | undefined
  factorCode?: string | undefined
}

/**
 * The account's password. Each try is counted before it is looked at, and the right one forgets those before. An account
 * without a password has none that is right.
 */
export async function passAccountPassword(
  ctx: Context,
  user: Pick<UserTable, 'id' | 'password_hash'>,
  digest: string | undefined,
): Promise<void> {
  if (digest === undefined) throw new Refusal('PROOF_NEEDED')
  await ctx.limits.spend('accountPassword', user.id)
  const isRight = await isPasswordOf(user.password_hash ?? undefined, digest, ctx.pepper)
  if (!isRight) throw new Refusal('ACCOUNT_PASSWORD_WRONG')
  await ctx.limits.forget('accountPassword', user.id)
}

/** Takes a session for proven: a password or a mailed code, and the second factor where one is set. */
export async function proveSession(
  ctx: Context,
  session: Session,
  asked: Proof & { ip: string; userAgent: string },
): Promise<Date> {
  const user = await userById(ctx.db, session.userId)
  if (asked.verifyCode === undefined) await passAccountPassword(ctx, user, asked.accountPassword)
  else {
    await ctx.limits.spend('codeTriesIp', asked.ip)
    const { username } = user
    if (!(await takeCode(ctx, { username, purpose: 'prove', code: asked.verifyCode }))) throw new Refusal('CODE_WRONG')
  }
  await passFactor(ctx, user.id, asked.factorCode, asked)
  return markProven(ctx, session)
}

/** For who has just proven more than a password. */
export async function markProven(ctx: Context, session: Session): Promise<Date> {
  const until = new Date(ctx.clock.now() + PROVEN_MS)
  await setProven(ctx.db, session.id, until)
  return until
}

/** Lets only a session through that was proven within the last minutes. */
export async function requireProof(ctx: Context, session: Session, db: Database = ctx.db): Promise<void> {
  if ((await provenUntil(db, session.id)) <= ctx.clock.now()) throw new Refusal('PROVE_FIRST')
}
