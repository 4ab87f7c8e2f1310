import { timingSafeEqual } from 'node:crypto'
import { crockfordCode } from '#lib/rules/codes.ts'
import { FACTOR_STEP_SECONDS } from '#lib/rules/sign-in.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import { stepOf } from '#service/identity/sign-in/factor-codes.ts'
import type { Context } from '#service/platform/context.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'
import { addAudit } from '#service/platform/operator/audit.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import type { Role } from '#service/platform/operator/roles.ts'
import { findOperator, hashKey, openSecret } from './accounts.ts'

export const SESSION_SECONDS = 8 * 3600
/** A session ends when its operator has asked for nothing for so long. */
const IDLE_MS = 15 * 60_000
/** Between two notes of the last request. */
const SEEN_EVERY_MS = 60_000
/** How long a code of the authenticator app proves who acts. */
const PROVEN_MS = 5 * 60_000
/** Signed in by one click, on the simulated data of `npm run demo` alone. */
export const DEMO_OPERATOR = 'demo'

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

interface Credentials {
  name: string
  key: string
  code: string
}

/**
 * Opens a session, or throws a refusal. Each attempt is counted before it is checked: by IP address, and by operator once the
 * key is right, so that only a holder of the key can use up its owner's attempts.
 */
export async function signIn(
  ctx: Context,
  request: Credentials,
  seen: { ip: string; userAgent: string },
): Promise<string> {
  await ctx.limits.spend('adminIp', seen.ip)
  const known = await findOperator(ctx.db, request.name.trim().toLowerCase())
  if (!known || !isSame(known.key_hash, hashKey(ctx.pepper, known.name, request.key)))
    throw wrongCredentials(ctx, known?.name)
  const { name } = known
  await spendCode(ctx, known, { code: request.code, wrong: () => wrongCredentials(ctx, name) })
  const token = await openSession(ctx, name, `on the page, by ${browserLabel(seen.userAgent)}`)
  await ctx.limits.refund('adminIp', seen.ip)
  return token
}

type Known = NonNullable<Awaited<ReturnType<typeof findOperator>>>

/** Takes a code of the authenticator app, which counts once. */
async function spendCode(ctx: Context, known: Known, { code, wrong }: { code: string; wrong(): Error }): Promise<void> {
  // A new key has budgets of its own: guesses of somebody who holds the old one end with it.
  const guesses = `${known.name}:${known.key_hash.slice(0, 16)}`
  await ctx.limits.spend('adminCode', guesses)
  await ctx.limits.spend('adminCodeDay', guesses)
  const step = stepOf(openSecret(ctx.pepper, known), crockfordCode(code), ctx.clock.now())
  if (step === undefined) throw wrong()
  const { numUpdatedRows } = await ctx.db
    .updateTable('operators')
    .set({ last_step: BigInt(step) })
    .where('name', '=', known.name)
    .where('box', '=', known.box)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw refused(phrase`This code was used already. The next one comes within ${FACTOR_STEP_SECONDS} seconds.`)
  await ctx.limits.reset('adminCode', guesses)
  await ctx.limits.refund('adminCodeDay', guesses)
}

/** Takes a code before money moves; it holds for five minutes. The demo's operator has no authenticator app. */
export async function proveSession(ctx: Context, { operator, token }: OperatorSession, code: string): Promise<void> {
  if (ctx.config.demo && operator === DEMO_OPERATOR) return
  const known = await findOperator(ctx.db, operator)
  if (!known) throw refused('The code is not right.')
  await spendCode(ctx, known, { code, wrong: () => refused('The code is not right.') })
  await ctx.db
    .updateTable('operator_sessions')
    .set({ proven_until: new Date(ctx.clock.now() + PROVEN_MS) })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** The session of the demo's operator, who has no key: all data of a demo are simulated. */
export async function enterDemo(ctx: Context): Promise<string> {
  const known = ctx.config.demo ? await findOperator(ctx.db, DEMO_OPERATOR) : undefined
  if (!known) throw refused('Name, key or code is not right.')
  return openSession(ctx, known.name, 'on the page, in the demo')
}

/** Opens a session, with its line in the audit. */
async function openSession(ctx: Context, name: string, detail: string): Promise<string> {
  const [token, now] = [newToken(), ctx.clock.now()]
  await ctx.db.transaction().execute(async (db) => {
    await db.deleteFrom('operator_sessions').where('expires_at', '<=', new Date(now)).execute()
    const expires_at = new Date(now + SESSION_SECONDS * 1000)
    await db
      .insertInto('operator_sessions')
      .values({
        token_hash: hashToken(token),
        operator: name,
        expires_at,
        seen_at: new Date(now),
        proven_until: new Date(now + PROVEN_MS),
      })
      .execute()
    await addAudit(db, {
      at: now,
      operator: name,
      act: 'sign-in',
      detail,
    })
  })
  return token
}

/** The same error for a wrong name, key and code; the log names the operator. */
function wrongCredentials({ log }: Context, operator: string | undefined): Error {
  log.warn({ operator: operator ?? 'unknown' }, 'an operator was not let in')
  return refused('Name, key or code is not right.')
}

export interface OperatorSession {
  operator: string
  role: Role
  /** A code was given at most five minutes ago. */
  isProven: boolean
  token: string
  /** The flash message of the last act. */
  said: string | null
}

/** The session of a token; undefined when it has expired or its operator was removed. */
export async function sessionOf(
  { db, clock }: Context,
  token: string | undefined,
): Promise<OperatorSession | undefined> {
  if (token === undefined || token.length > 128) return undefined
  const now = clock.now()
  const row = await db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.name', 'operator')
    .select(['operator', 'said', 'role', 'seen_at', 'proven_until'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date(now))
    .where('seen_at', '>', new Date(now - IDLE_MS))
    .executeTakeFirst()
  if (!row) return undefined
  const { operator, said, role, seen_at, proven_until } = row
  if (now - seen_at.getTime() >= SEEN_EVERY_MS)
    await db
      .updateTable('operator_sessions')
      .set({ seen_at: new Date(now) })
      .where('token_hash', '=', hashToken(token))
      .execute()
  return { token, operator, said, role, isProven: proven_until.getTime() > now }
}

/** Sets the flash message that the next page shows, or clears it. */
export async function setFlashMessage(
  { db }: Context,
  { token }: OperatorSession,
  flashMessage: string | null,
): Promise<void> {
  await db
    .updateTable('operator_sessions')
    .set({ said: flashMessage })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

export async function signOut({ db }: Context, { token }: OperatorSession): Promise<void> {
  await db.deleteFrom('operator_sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** The token of a session's forms: derived from the token of the session, which it does not reveal. */
export const formTokenOf = ({ token }: OperatorSession): string => hashToken(`form:${token}`)

export const isFormToken = (session: OperatorSession, token: string | null): boolean =>
  token !== null && isSame(formTokenOf(session), token)
