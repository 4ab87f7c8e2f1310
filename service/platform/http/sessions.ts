import { type ExpressionBuilder, sql } from 'kysely'
import { MAX_SESSIONS, SESSION_IDLE_MS, SESSION_MS } from '#lib/rules/accounts.ts'
import { PROVEN_MS } from '#lib/rules/sign-in.ts'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { hashToken, newId, newToken } from '../ids.ts'
import { publishEnded } from '../live/publish.ts'

export interface Session {
  id: string
  userId: string
}

export interface Browser {
  name: string
  hash: string
}

/** Opens a session and returns its token, which is stored nowhere. The oldest sessions beyond `MAX_SESSIONS` end. */
export async function openSession(db: Database, now: number, userId: string, browser: Browser): Promise<string> {
  const token = newToken()
  const id = newId()
  // Serialises sign-ins of one account: two at once would each miss the other when they count.
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
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
  const newest = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    // The new session is always kept, also among others of the same millisecond.
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_SESSIONS - 1)
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '!=', id)
    .where('id', 'not in', newest)
    .returning('id')
    .execute()
  await publishEnded(db, ended)
  return token
}

/** Ends one session of a user, or all of them, with their streams and tickets on every node. Returns how many ended. */
export async function endSessions(db: Database, now: number, of: { userId: string; id?: string }): Promise<number> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', of.userId)
    .where('ended_at', 'is', null)
  if (of.id !== undefined) query = query.where('id', '=', of.id)
  const ended = await query.returning('id').execute()
  await publishEnded(db, ended)
  return ended.length
}

/** Condition for a session that is still valid. */
export const isAlive =
  (now: number) =>
  ({ and, eb }: ExpressionBuilder<Tables, 'sessions'>) =>
    and([
      eb('sessions.ended_at', 'is', null),
      eb('sessions.expires_at', '>', new Date(now)),
      eb('sessions.last_seen_at', '>', new Date(now - SESSION_IDLE_MS)),
    ])

/** The given sessions that are still valid. */
export async function aliveAmong(db: Database, now: number, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(isAlive(now))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Takes a session for proven until `until`. */
export async function setProven(db: Database, sessionId: string, until: Date): Promise<void> {
  await db.updateTable('sessions').set({ proven_until: until }).where('id', '=', sessionId).execute()
}

/** Whether a user has signed in with this browser before. */
export async function isKnownBrowser(db: Database, userId: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('browser_hash', '=', browserHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Until when a session is taken for proven, in Unix milliseconds; 0 where it never was. */
export async function provenUntil(db: Database, sessionId: string): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select('proven_until')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.proven_until?.getTime() ?? 0
}

/** The sessions of a user that go on, the one that was seen last first. */
export const aliveSessions = (db: Database, now: number, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(isAlive(now))
    .orderBy('last_seen_at', 'desc')
    .execute()
