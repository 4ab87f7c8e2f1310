import { SESSION_IDLE_MS } from '#lib/rules/accounts.ts'
import { NONCE_SECONDS } from '#lib/rules/calls.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/open.ts'
import { hashToken } from '../ids.ts'
import { LoginExpired, Replayed } from './refusal.ts'
import type { Session } from './sessions.ts'

const TOUCH_MS = 60_000

const takeNonce = (db: Pick<Database, 'insertInto'>, nonce: string, now: number) =>
  db
    .insertInto('nonces')
    .values({ nonce, expires_at: new Date(now + NONCE_SECONDS * 1000) })
    .onConflict((conflict) => conflict.column('nonce').doNothing())

/** Takes the nonce of a call that needs no session, or throws Replayed. */
export async function admitAnybody(ctx: Context, nonce: string): Promise<void> {
  const taken = await takeNonce(ctx.db, nonce, ctx.clock.now()).executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) throw new Replayed('seen before')
}

/**
 * Takes the nonce of a call, and finds whose session its token is: one statement, because every call of the app has both.
 * Throws Replayed or LoginExpired. The cookie is never asked: only the `token` header proves anything.
 */
export async function admitUser(ctx: Context, nonce: string, token: string | undefined): Promise<Session> {
  if (token === undefined || token.length > 128) {
    await admitAnybody(ctx, nonce)
    throw new LoginExpired()
  }
  const now = ctx.clock.now()
  const row = await ctx.db
    .with('taken', (db) => takeNonce(db, nonce, now).returning('nonce'))
    .selectFrom((from) =>
      from
        .selectFrom('taken')
        .select(({ fn }) => fn.countAll<string>().as('taken'))
        .as('call'),
    )
    .leftJoin('sessions', (join) =>
      join
        .on('token_hash', '=', hashToken(token))
        .on('ended_at', 'is', null)
        .on('expires_at', '>', new Date(now))
        .on('last_seen_at', '>', new Date(now - SESSION_IDLE_MS)),
    )
    .select(['taken', 'id', 'user_id', 'last_seen_at'])
    .executeTakeFirstOrThrow()
  if (row.taken === '0') throw new Replayed('seen before')
  const { id, user_id: userId, last_seen_at: lastSeen } = row
  if (id === null || userId === null || lastSeen === null) throw new LoginExpired()
  if (now - lastSeen.getTime() > TOUCH_MS)
    await ctx.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', id)
      .execute()
  return { id, userId }
}
