import { MOST_SESSIONS, SESSION_MS } from '#lib/rules/accounts.ts'
import { PROVEN_MS } from '#lib/rules/sign-in.ts'
import type { Database } from '../db/open.ts'
import { hashToken, newId, newToken } from '../ids.ts'

export interface Session {
  id: string
  userId: string
}

export interface Browser {
  name: string
  hash: string
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
      proven_until: new Date(now + PROVEN_MS),
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
