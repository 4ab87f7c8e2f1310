import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { MAIL_CODE_MS, MAIL_CODE_TRIES, RESEND_SECONDS } from '#lib/rules/accounts.ts'
import type { EmailCodeTable } from '#service/identity/sign-in/tables.ts'
import { isKnownNetwork } from '#service/identity/users/fingerprints.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

export type Purpose = EmailCodeTable['purpose']

const hashCode = (pepper: string, of: { username: string; purpose: Purpose; code: string }): string =>
  createHmac('sha256', pepper).update(`${of.purpose}:${of.username}:${of.code}`).digest('hex')

/**
 * Issues a code for an address and a purpose, which replaces the one before; or returns the seconds until one may be issued.
 * The row is written for unknown addresses too, so that the reply reveals nothing.
 */
export async function issueCode(
  ctx: Context,
  db: Database,
  of: { username: string; purpose: Purpose },
): Promise<{ code: string } | { resendAfter: number }> {
  const now = ctx.clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const values = {
    ...of,
    code_hash: hashCode(ctx.pepper, { ...of, code }),
    created_at: new Date(now),
    expires_at: new Date(now + MAIL_CODE_MS),
    tries_left: MAIL_CODE_TRIES,
    own_tries_left: MAIL_CODE_TRIES,
  }
  const written = await db
    .insertInto('email_codes')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['username', 'purpose'])
        .doUpdateSet(values)
        .where('email_codes.created_at', '<=', new Date(now - RESEND_SECONDS * 1000)),
    )
    .returning('username')
    .executeTakeFirst()
  if (written) return { code }
  return { resendAfter: Math.max(1, await secondsToWait(ctx, db, of)) }
}

/** Seconds until another code may be requested; 0 for now. */
export async function secondsToWait(
  ctx: Context,
  db: Database,
  of: { username: string; purpose: Purpose },
): Promise<number> {
  const last = await db
    .selectFrom('email_codes')
    .select('created_at')
    .where('username', '=', of.username)
    .where('purpose', '=', of.purpose)
    .executeTakeFirst()
  const passed = last ? (ctx.clock.now() - last.created_at.getTime()) / 1000 : RESEND_SECONDS
  return Math.max(0, Math.ceil(RESEND_SECONDS - passed))
}

/**
 * Whether a code is right; a right one is consumed. Each try is counted immediately, outside of any transaction that a refusal
 * would roll back. Tries from networks that the account used before are counted separately, so that strangers cannot use them
 * up. Without `ip` the code is one that only a session can request.
 */
export async function takeCode(
  ctx: Context,
  of: { username: string; purpose: Purpose; code: string; ip?: string },
): Promise<boolean> {
  const isKnown = of.ip === undefined || (await isKnownNetwork(ctx.db, { ...of, ip: of.ip, pepper: ctx.pepper }))
  const tries = isKnown ? 'own_tries_left' : 'tries_left'
  const row = await ctx.db
    .updateTable('email_codes')
    .set({ [tries]: sql<number>`${sql.ref(tries)} - 1` })
    .where('username', '=', of.username)
    .where('purpose', '=', of.purpose)
    .where(tries, '>', 0)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) return false
  const actual = hashCode(ctx.pepper, of)
  if (!timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(actual))) return false
  const { numDeletedRows } = await ctx.db
    .deleteFrom('email_codes')
    .where('username', '=', of.username)
    .where('purpose', '=', of.purpose)
    .where('code_hash', '=', row.code_hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteCodesOf(db: Database, username: string): Promise<void> {
  await db.deleteFrom('email_codes').where('username', '=', username).execute()
}

export async function deleteExpiredCodes(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('email_codes').where('expires_at', '<', now).execute()
}
