import type { SecurityEvent } from '#lib/contract/security.ts'
import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'

export async function eventPage(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ records: SecurityEvent[]; total: number }> {
  const own = db.selectFrom('security_events').where('user_id', '=', userId)
  const { total } = await own.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const records = rows.map((row) => ({
    _id: row.id,
    kind: row.kind as SecurityEventKind,
    detail: row.detail,
    browser: row.browser,
    network: row.network,
    at: unixSeconds(row.at),
  }))
  return { records, total: Number(total) }
}
