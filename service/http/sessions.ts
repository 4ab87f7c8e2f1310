import { MOST_SESSIONS, SESSION_IDLE_MS, SESSION_MS } from '#lib/rules/accounts.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/open.ts'
import { hashToken, newId, newToken } from '../ids.ts'
import { LoginExpired } from './refusal.ts'

const TOUCH_MS = 60_000

export interface Session {
  id: string
  userId: string
}

export interface Browser {
  name: string
  hash: string
}

/** Whose session a token is, or LoginExpired. The cookie is never asked: only the `token` header proves anything. */
export async function findSession(ctx: Context, token: string | undefined): Promise<Session> {
  if (token === undefined || token.length > 128) throw new LoginExpired()
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'last_seen_at'])
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('last_seen_at', '>', new Date(now - SESSION_IDLE_MS))
    .executeTakeFirst()
  if (!row) throw new LoginExpired()
  if (now - row.last_seen_at.getTime() > TOUCH_MS)
    await ctx.db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
  return { id: row.id, userId: row.user_id }
}

/** Opens a session and returns its token, the only copy there is. The oldest sessions beyond ten end. */
export async function openSession(db: Database, now: number, userId: string, browser: Browser): Promise<string> {
  const token = newToken()
  const id = newId()
  // Sign-ins of one account take turns, or two at once would each miss the other when they count.
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashToken(token),
      browser: browser.name,
      browser_hash: browser.hash,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(now + SESSION_MS),
      ended_at: null,
    })
    .execute()
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    // The new one is kept in any case, also among others of the same millisecond.
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS - 1)
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '!=', id)
    .where('id', 'not in', kept)
    .execute()
  return token
}

/** Ends one session of a user, or all of them; says how many ended. */
export async function endSessions(db: Database, now: number, of: { userId: string; id?: string }): Promise<number> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', of.userId)
    .where('ended_at', 'is', null)
  if (of.id !== undefined) query = query.where('id', '=', of.id)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
