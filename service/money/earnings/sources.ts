import { sql } from 'kysely'
import type { EarningSource, EarningTypeName } from '#lib/contract/earnings.ts'
import type { Database } from '#service/platform/db/open.ts'

interface Named {
  id: string
  name: string
  nameZh: string
}

/** An ambassador's share of a day is booked under `<user>-<tier>` (rewards/ambassadors/pay-shares.ts). */
const tierOf = (sourceId: string): 1 | 2 => (sourceId.endsWith('-2') ? 2 : 1)

function toSource(type: EarningTypeName, id: string, named: Named | undefined): EarningSource {
  if (type === 'ambassador') return { kind: 'ambassador', id, tier: tierOf(id) }
  if (type === 'cloud') return { kind: 'order', id, name: named?.name ?? id, nameZh: named?.nameZh ?? id }
  return { kind: 'device', id, name: named?.name ?? id }
}

/** Reads the names of sources. A separate query, because a join in the page's statement would read the names of all earlier pages. */
export async function readSources(db: Database, ids: readonly string[]) {
  const { rows } = await sql<Named>`
    select id, name, name as "nameZh" from devices where id = any(${ids}::text[])
    union all select id, title, title_zh from orders where id = any(${ids}::text[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (type: EarningTypeName, id: string): EarningSource => toSource(type, id, byId.get(id))
}
