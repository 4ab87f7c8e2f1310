import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/**
 * Figures computed from the whole history, as the service did before it kept sums: the tests compare what is kept with them, and
 * the benchmark their times.
 */

interface MovementRequest {
  userId: string
  from: Date
  until: Date
  /** The sequence below which the page begins. */
  below?: string | undefined
  limit: number
  offset: number
}

const movements = (userId: string) => sql`
  entries join transfers using (sequence) join ledger_accounts as account on account.id = account_id
  where owner = ${userId} and coin = 'USDT' and account.kind = 'balance' and transfers.kind <> 'recharge'`

/** A page of a user's movements, newest first, and the number of all of the range. */
export async function movementsByScan(db: Database, of: MovementRequest) {
  const inRange = sql`${movements(of.userId)} and transfers.at >= ${of.from} and transfers.at < ${of.until}`
  const { rows } = await sql<{ sequence: string; amount: bigint }>`
    select sequence, amount from ${inRange} and (${of.below ?? null}::bigint is null or sequence < ${of.below ?? null}::bigint)
    order by sequence desc limit ${of.limit} offset ${of.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: string }>`select count(*) as total from ${inRange}`.execute(db)
  return { rows, total: Number(counted[0]?.total) }
}

/** The sum of what a user spent, in smallest units. */
export async function spentByScan(db: Database, userId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount), 0) as sum
    from ${movements(userId)} and transfers.kind not in ('chain-refund', 'deposit-refund')`.execute(db)
  return rows[0]?.sum ?? 0n
}

/** Estimated value of unsettled work by coin: a rate for each hour of each device, as before sums of days were kept. */
export async function minedValueByScan(db: Database, of: { userId: string; from: string; today: string }) {
  const { rows } = await sql<{ coin: string; isToday: boolean; amount: bigint }>`
    select coin, "isToday", sum(div(work * coalesce("perTera", 0), 1000000000000)) as amount from (
      select projects.coin, hour >= ${new Date(`${of.today}T00:00:00Z`)} as "isToday", sum(work) as work, rate.per_tera as "perTera"
      from devices
      join device_hours on device_id = devices.id
      join projects using (project)
      left join lateral (
        select per_tera from rates
        where rates.project = projects.project and rates.coin = projects.coin and from_day <= (hour at time zone 'UTC')::date
        order by from_day desc limit 1
      ) as rate on true
      where user_id = ${of.userId} and hour >= ${new Date(`${of.from}T00:00:00Z`)}
      group by device_id, projects.project, projects.coin, "isToday", (hour at time zone 'UTC')::date, rate.per_tera
    ) as worked group by coin, "isToday"`.execute(db)
  return rows
}

/** Time and work of each hour over the bound devices of a user. */
export async function hoursByScan(db: Database, of: { userId: string; from: number; to: number }) {
  const { rows } = await sql<{ hour: Date; seconds: bigint; work: bigint }>`
    select hour, sum(seconds) as seconds, sum(work) as work from device_hours join devices on devices.id = device_id
    where user_id = ${of.userId} and unbound_at is null and hour >= ${new Date(of.from)} and hour < ${new Date(of.to)}
    group by hour`.execute(db)
  return rows.map((row) => ({ hour: row.hour.getTime(), seconds: Number(row.seconds), work: Number(row.work) }))
}

/** The bound devices of a user with the work in their rate window, summed from their shares. */
export async function ratesByScan(db: Database, userId: string) {
  const { rows } = await sql<{
    state: string
    online_since: Date | null
    last_seen_at: Date | null
    recent_work: string
  }>`
    select state, online_since, last_seen_at, (
      select coalesce(sum(shares.difficulty), 0)::text from shares join works on works.id = work_id
      where shares.device_id = devices.id and issued_at >= devices.online_since
        and accepted_at > devices.last_seen_at - interval '10 minutes'
    ) as recent_work
    from devices where user_id = ${userId} and unbound_at is null`.execute(db)
  return rows
}

/** Work of each day since one, over all devices of a user. */
export async function workByDayByScan(db: Database, of: { userId: string; from: string }) {
  const { rows } = await sql<{ day: string; work: bigint }>`
    select (hour at time zone 'UTC')::date as day, sum(work) as work
    from devices join device_hours on device_id = devices.id
    where user_id = ${of.userId} and hour >= ${new Date(`${of.from}T00:00:00Z`)} group by 1`.execute(db)
  return rows
}

/** The days of a user's earnings by coin, grouped from every row, newest first. */
export async function earningDaysByScan(db: Database, userId: string) {
  const { rows } = await sql<{ day: string; coin: string; amount: bigint; released: boolean; sources: number }>`
    select day, coin, sum(amount) as amount, bool_and(released_at is not null) as released,
      count(distinct source_id)::int as sources
    from earnings where user_id = ${userId} group by day, coin order by day desc, coin`.execute(db)
  return rows
}

/** Sums of all earnings of a user by coin, in total and of one day. */
export async function earningTotalsByScan(db: Database, of: { userId: string; yesterday: string }) {
  const { rows } = await sql<{ coin: string; total: bigint; yesterday: bigint }>`
    select coin, sum(amount) as total, coalesce(sum(amount) filter (where day = ${of.yesterday}), 0) as yesterday
    from earnings where user_id = ${of.userId} group by coin order by coin`.execute(db)
  return rows
}

/** Ids of the machines of the market in their order by price, with the state of each computed from rentals and requests. */
export async function offersByScan(
  db: Database,
  of: { userId: string; now: number; goneMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select gpus.*, case when gpus.paused then 'paused'
        when exists (select from gpu_rentals where gpu_id = gpus.id and state in ('starting', 'running', 'stopping')) then 'rented'
        when gpus.simulated then 'free'
        when gpus.last_seen_at > ${new Date(of.now - of.goneMs)} then case when gpus.lacking then 'lacking' else 'free' end
        else 'offline' end as state
      from gpus
    ) as listed
    where not exists (select from gpu_requests where gpu_id = listed.id and gpu_requests.state = 'stopped')
      and (driver is distinct from 'process' or owner_id = ${of.userId})
    order by case state when 'free' then 0 when 'rented' then 1 else 2 end, price, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The choices of the market's filter, from every machine. */
export async function choicesByScan(db: Database, userId: string) {
  const { rows } = await sql<{ models: string[]; regions: string[]; counts: number[]; isHosting: boolean }>`
    select coalesce(array_agg(distinct model) filter (where count > 0), '{}') as models, coalesce(array_agg(distinct region), '{}') as regions,
      coalesce(array_agg(distinct count), '{}') as counts, coalesce(bool_or(owner_id = ${userId}), false) as "isHosting"
    from gpus as listed
    where not exists (select from gpu_requests where gpu_id = listed.id and gpu_requests.state = 'stopped')
      and (driver is distinct from 'process' or owner_id = ${userId})`.execute(db)
  return rows[0]
}
