import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { gpuList, Offer } from '#lib/contract/gpu.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { HOUR_MS, RELIABILITY_DAYS, uptimeOf } from '#lib/rules/gpu.ts'
import { dayAt } from '#lib/time/days.ts'
import { balanceUnits } from '#service/money/balance/pay-from-balance.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { templatesOn } from './rental-template.ts'
import { type ListedGpu, toOffer } from './reply.ts'
import { isRentableBy, isThereSql, rentableBySql, stateSql } from './row.ts'

const DAY_MS = 24 * HOUR_MS

interface Viewer {
  userId: string
  now: number
}

/** Machines with their state for a user. */
const listed = (db: Database, { userId, now }: Viewer) =>
  db
    .selectFrom('gpus')
    .selectAll('gpus')
    .select(stateSql(now).as('state'))
    .select(
      sql<boolean>`exists (select from gpu_waits where gpu_id = gpus.id and gpu_waits.user_id = ${userId})`.as(
        'awaited',
      ),
    )

const orders = {
  price: sql`price, id`,
  gpuPrice: sql`price / greatest(count, 1), id`,
  memory: sql`memory_mib * greatest(count, 1) desc, price, id`,
  reliability: sql`reliability desc nulls last, price, id`,
  newest: sql`added_at desc, id`,
} as const

/**
 * Ranks of the market: machines that can be rented come first in every sort order, then those that are rented. Conditions on rows of `gpus`,
 * which leave the order to its index.
 */
const ranks = (now: number) => [
  sql`not gpus.paused and not gpus.rented and (gpus.simulated or not gpus.lacking) and ${isThereSql(now)}`,
  sql`not gpus.paused and gpus.rented`,
  sql`(gpus.paused or not gpus.rented and (not gpus.simulated and gpus.lacking or not ${isThereSql(now)}))`,
]

/** Conditions of a request on rows of `gpus`. */
function filterOf({ userId, ...request }: ParsedRequestOf<typeof gpuList> & Viewer): RawBuilder<unknown> {
  const { model, memoryMib, price, region, count, reliability, state } = request
  const conditions = [
    sql`not gpus.stopped and ${rentableBySql(sql`${userId}`)}`,
    ...(model === undefined ? [] : [sql`model = ${model}`]),
    ...(memoryMib === undefined ? [] : [sql`memory_mib >= ${memoryMib}`]),
    ...(price === undefined ? [] : [sql`price <= ${String(toUnits(price, 'USDT'))}::numeric`]),
    ...(region === undefined ? [] : [sql`region = ${region}`]),
    ...(count === undefined ? [] : [sql`count = ${count}`]),
    ...(reliability === undefined ? [] : [sql`reliability >= ${reliability}`]),
    ...(state === undefined ? [] : [sql`${stateSql(request.now)} = ${state}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** A page of machines that match a filter, with the choices of the filter. */
export async function offerPage(db: Database, request: ParsedRequestOf<typeof gpuList> & Viewer) {
  const { page, size, sort, now } = request
  const filter = filterOf(request)
  const { rows: counted } = await sql<{ counts: number[] }>`
    select array[${sql.join(ranks(now).map((rank) => sql`(count(*) filter (where ${rank}))::int`))}] as counts
    from gpus where ${filter}`.execute(db)
  const counts = counted[0]?.counts ?? []
  const records: Offer[] = []
  let skipped = (page - 1) * size
  // Only the ranks that the page reaches are read.
  for (const [index, rank] of ranks(now).entries()) {
    const matches = counts[index] ?? 0
    const missing = size - records.length
    if (missing > 0 && matches > skipped) {
      const rows = await listed(db, request)
        .where(sql<boolean>`${rank} and ${filter}`)
        .orderBy(orders[sort])
        .limit(missing)
        .offset(skipped)
        .execute()
      records.push(...rows.map((row) => toOffer(row as ListedGpu, request.userId)))
    }
    skipped = Math.max(0, skipped - matches)
  }
  const total = counts.reduce((sum, one) => sum + one, 0)
  return { records, total, ...(await filterChoices(db, request)) }
}

/**
 * Query of the distinct values of a column over the machines that everybody may rent, by one look into its index for each, and over those that
 * only their owner may.
 */
function distinctOf(column: 'model' | 'region' | 'count', userId: string): RawBuilder<unknown> {
  const [name, hasGpus] = [sql.ref(column), column === 'model' ? sql`and count > 0` : sql``]
  const offered = sql`not stopped and driver is distinct from 'process' ${hasGpus}`
  return sql`(
    with recursive found as (
      (select ${name} as value from gpus where ${offered} order by ${name} limit 1)
      union all
      select (select ${name} from gpus where ${offered} and ${name} > found.value order by ${name} limit 1)
      from found where found.value is not null
    )
    select coalesce(array_agg(value order by value), '{}') from (
      select value from found where value is not null
      union select ${name} from gpus where owner_id = ${userId} and not stopped and driver = 'process' ${hasGpus}
    ) as choices
  )`
}

/** A machine without a GPU is called by its processor, which is no model of one: it is found by their number. */
async function filterChoices(db: Database, { userId }: Viewer) {
  const { rows } = await sql<{ models: string[]; regions: string[]; counts: number[]; hosting: boolean }>`
    select ${distinctOf('model', userId)} as models, ${distinctOf('region', userId)} as regions,
      ${distinctOf('count', userId)} as counts,
      exists (select from gpus where owner_id = ${userId} and not stopped) as hosting`.execute(db)
  const [row] = rows
  return {
    models: row?.models ?? [],
    regions: row?.regions ?? [],
    counts: row?.counts ?? [],
    isHosting: row?.hosting ?? false,
  }
}

export async function offerOf(db: Database, request: Viewer & { id: string }): Promise<ListedGpu> {
  const row = (await listed(db, request).where('gpus.id', '=', request.id).executeTakeFirst()) as ListedGpu | undefined
  if (!row || !isRentableBy(row, request.userId)) throw new RefusalError('GPU_UNKNOWN')
  return row
}

export async function offerDetail(db: Database, request: Viewer & { id: string }) {
  const { now, userId } = request
  const gpu = await offerOf(db, request)
  const prices = await db
    .selectFrom('gpu_prices')
    .select(['since', 'price'])
    .where('gpu_id', '=', gpu.id)
    .orderBy('since', 'desc')
    .limit(60)
    .execute()
  return {
    offer: toOffer(gpu, userId) satisfies Offer,
    images: gpu.images as never,
    templates: templatesOn(gpu),
    reach: gpu.reach,
    driver: gpu.driver,
    benchmark: gpu.benchmark && gpu.benchmark_at ? { ...gpu.benchmark, time: unixSeconds(gpu.benchmark_at) } : null,
    facts: { uptime: gpu.uptime, ended: gpu.ended, failed: gpu.failed, since: unixSeconds(gpu.added_at) },
    prices: prices.reverse().map(({ since, price }) => ({ time: unixSeconds(since), price: fromUnits(price, 'USDT') })),
    uptime: await uptimeByDay(db, gpu, now),
    balance: fromUnits(await balanceUnits(db, userId), 'USDT'),
    serverTime: unixSeconds(now),
  }
}

/** Uptime of a machine on each UTC day on which it was listed, up to now. */
async function uptimeByDay(db: Database, gpu: ListedGpu, now: number) {
  const added = gpu.added_at.getTime()
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const first = Math.max(today - (RELIABILITY_DAYS - 1) * DAY_MS, Math.floor(added / DAY_MS) * DAY_MS)
  const { rows } = await sql<{ day: string; seconds: number }>`
    select (hour at time zone 'UTC')::date::text as day, sum(seconds)::int as seconds
    from gpu_hours where gpu_id = ${gpu.id} and hour >= ${new Date(first)} group by 1`.execute(db)
  const known = new Map(rows.map(({ day, seconds }) => [day, seconds]))
  const days = []
  for (let day = first; day <= today; day += DAY_MS) {
    const name = dayAt(day)
    const [since, end] = [Math.max(day, added), Math.min(day + DAY_MS, now)]
    const uptime = uptimeOf({ since, onlineSeconds: known.get(name) ?? 0 }, end)
    if (uptime !== undefined) days.push({ day: name, uptime })
  }
  return days
}
