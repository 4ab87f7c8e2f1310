import { type Nullable, sql } from 'kysely'
import { SESSION_IDLE_MS } from '#lib/rules/accounts.ts'
import { NONCE_SECONDS } from '#lib/rules/calls.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/open.ts'
import { hashToken } from '../ids.ts'
import { LoginExpiredError, ReplayError } from './refusal.ts'
import type { Session } from './sessions.ts'
import type { SessionTable } from './tables.ts'

const TOUCH_MS = 60_000

/** The row of a nonce, which is kept for as long as the clock of its envelope is accepted. */
const rowOf = (nonce: string, now: number) => sql`${nonce}, ${new Date(now + NONCE_SECONDS * 1000)}`

/** Consumes the nonce of a call without a session. Throws ReplayError. */
export async function admitAnonymous({ db, clock }: Context, nonce: string): Promise<void> {
  const { numAffectedRows } =
    await sql`insert into nonces (nonce, expires_at) values (${rowOf(nonce, clock.now())}) on conflict do nothing`.execute(
      db,
    )
  if (numAffectedRows === 0n) throw new ReplayError('seen before')
}

/**
 * Consumes the nonce of a call and finds the session of its token, in one statement because every call of the app needs both.
 * Throws ReplayError or LoginExpiredError. Only the `token` header is checked, never a cookie.
 */
export async function admitUser(ctx: Context, nonce: string, token: string | undefined): Promise<Session> {
  if (token === undefined || token.length > 128) {
    await admitAnonymous(ctx, nonce)
    throw new LoginExpiredError()
  }
  const now = ctx.clock.now()
  const { rows } = await sql<Nullable<Pick<SessionTable, 'id' | 'user_id' | 'last_seen_at'>>>`
    with taken as (insert into nonces (nonce, expires_at) values (${rowOf(nonce, now)}) on conflict do nothing returning nonce)
    select id, user_id, last_seen_at from taken left join sessions on token_hash = ${hashToken(token)} and ended_at is null
      and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - SESSION_IDLE_MS)}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new ReplayError('seen before')
  const { id, user_id: userId, last_seen_at: lastSeen } = row
  if (id === null || userId === null || lastSeen === null) throw new LoginExpiredError()
  if (now - lastSeen.getTime() > TOUCH_MS)
    await ctx.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  return { id, userId }
}

export async function deleteExpiredNonces(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('nonces').where('expires_at', '<', now).execute()
}
