import { sql } from 'kysely'
import { hostFaultReasons, imageProblems, RELIABILITY_DAYS, reliabilityOf, uptimeOf } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'

const DAY_MS = 86_400_000
/** Samples of load are deleted after this time. */
const LOADS_MS = 2 * DAY_MS

interface Counted {
  id: string
  added_at: Date
  seconds: number
  ended: number
  failed: number
}

/** Recomputes uptime and reliability of every machine from the last 30 days. */
export async function computeReliability(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const from = new Date(now - RELIABILITY_DAYS * DAY_MS)
  const { rows } = await sql<Counted>`
    select gpus.id, gpus.added_at, coalesce(h.seconds, 0)::float as seconds,
      coalesce(r.ended, 0)::int as ended, coalesce(r.failed, 0)::int as failed
    from gpus
    left join (
      select gpu_id, sum(seconds) as seconds from gpu_hours where hour >= ${from} group by gpu_id
    ) as h on h.gpu_id = gpus.id
    left join (
      select gpu_id, count(*) as ended, count(*) filter (where reason in (${sql.join(hostFaultReasons)})) as failed
      from gpu_rentals where ended_at >= ${from} and reason not in (${sql.join(imageProblems)}) group by gpu_id
    ) as r on r.gpu_id = gpus.id
    where not simulated`.execute(ctx.db)
  const computed = rows.map(({ id, added_at, seconds, ended, failed }) => {
    const facts = { since: added_at.getTime(), onlineSeconds: seconds, ended, failed }
    return { id, ended, failed, uptime: uptimeOf(facts, now) ?? null, reliability: reliabilityOf(facts, now) ?? null }
  })
  await sql`
    update gpus set ended = fresh.ended, failed = fresh.failed, uptime = fresh.uptime, reliability = fresh.reliability
    from json_to_recordset(${JSON.stringify(computed)}::json)
      as fresh (id text, ended int, failed int, uptime int, reliability int)
    where gpus.id = fresh.id`.execute(ctx.db)
  await ctx.db
    .deleteFrom('gpu_loads')
    .where('minute', '<', new Date(now - LOADS_MS))
    .execute()
}
