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

/**
 * A row that makes its statement wait for no standby: a nonce that a failover loses within a moment opens its envelope again, and
 * each call that moves money has a key of its own.
 */
const withoutStandby = sql`set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'off' then 'off' else 'local' end, true)`

/** Stores a nonce for as long as the clock of its envelope is accepted. */
const insertNonce = (nonce: string, now: number) => sql`insert into nonces (nonce, expires_at)
  select ${nonce}, ${new Date(now + NONCE_SECONDS * 1000)}::timestamptz from ${withoutStandby} on conflict do nothing`

/** Consumes the nonce of a call without a session. Throws ReplayError. */
export async function admitAnonymous({ db, clock }: Context, nonce: string): Promise<void> {
  const { numAffectedRows } = await insertNonce(nonce, clock.now()).execute(db)
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
    with taken as (${insertNonce(nonce, now)} returning nonce)
    select id, user_id, last_seen_at from taken left join sessions on token_hash = ${hashToken(token)} and ended_at is null
      and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - SESSION_IDLE_MS)}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new ReplayError('seen before')
  const { id, user_id: userId, last_seen_at: lastSeen } = row
  if (id === null || userId === null || lastSeen === null) throw new LoginExpiredError()
  if (now - lastSeen.getTime() > TOUCH_MS)
    await sql`update sessions set last_seen_at = ${new Date(now)} from ${withoutStandby} where id = ${id}`.execute(
      ctx.db,
    )
  return { id, userId }
}

export async function deleteExpiredNonces(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('nonces').where('expires_at', '<', now).execute()
}
