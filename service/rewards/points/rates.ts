import type { Database } from '#service/platform/db/open.ts'

/** Points for 10^12 hashes on a UTC day, and the day since which this rate holds; 0 before the first rate. */
export async function pointRateOn(db: Database, day: string): Promise<{ perTera: bigint; from: string }> {
  const row = await db
    .selectFrom('point_rates')
    .select(['per_tera', 'from_day'])
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { perTera: row.per_tera, from: row.from_day } : { perTera: 0n, from: day }
}
