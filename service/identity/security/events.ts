import type { SecurityEvent } from '#lib/contract/security.ts'
import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'
import { eventsOf } from '../users/events.ts'

export async function eventPage(
  db: Database,
  userId: string,
  at: PageRequest,
): Promise<{ records: SecurityEvent[]; total: number }> {
  const { rows, total } = await pageOf(eventsOf(db, userId).orderBy('at', 'desc').orderBy('id'), at)
  const records = rows.map((row) => ({
    _id: row.id,
    kind: row.kind as SecurityEventKind,
    detail: row.detail,
    browser: row.browser,
    network: row.network,
    at: unixSeconds(row.at),
  }))
  return { records, total }
}
