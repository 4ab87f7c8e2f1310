import type { Session } from '#lib/contract/sessions.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { aliveSessions } from '#service/platform/http/sessions.ts'

/** The valid sessions of a user, last used first; `of.id` is the current one. */
export async function liveSessions(db: Database, now: number, of: { userId: string; id: string }): Promise<Session[]> {
  const rows = await aliveSessions(db, now, of.userId)
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    createdAt: unixSeconds(row.created_at),
    lastSeenAt: unixSeconds(row.last_seen_at),
    current: row.id === of.id,
  }))
}
