import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { releaseTime } from './rules.ts'

/**
 * Adds earnings of a UTC day, frozen until its release. `rows` is what can stand behind `from` and has the columns id, user_id, coin, type,
 * source_id, work, amount (in the coin's smallest units).
 */
export async function addEarnings(
  db: Database,
  { rows, day, part, now }: { rows: RawBuilder<unknown>; day: string; part: number; now: Date },
): Promise<void> {
  await sql`
    insert into earnings (id, user_id, coin, type, source_id, day, work, amount, settled_at, release_at, part)
    select id, user_id, coin, type, source_id, ${day}, work, amount, ${now}, ${new Date(releaseTime(day))}, ${part}
    from ${rows}`.execute(db)
}
