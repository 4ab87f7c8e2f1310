import { sql } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import { type liveStates, type OfferState, shareOf } from '#lib/rules/gpu.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import type { Load } from '../../db/tables/gpu.ts'
import { stateSql } from './row.ts'

interface Machine {
  id: string
  name: string | null
  model: string
  count: number
  region: string
  price: bigint
  share: number
  state: OfferState
  rental: (typeof liveStates)[number] | null
  load: Load | null
  uptime: number | null
  reliability: number | null
  hours: number
  earned: bigint
}

const DAYS = 30

/** The machines of a host, with what they have brought. */
export async function hostingOf(db: Database, { userId, now }: { userId: string; now: number }) {
  const { rows: machines } = await sql<Machine>`
    select id, (select name from gpu_requests where gpu_id = gpus.id), model, count, region, price, share, ${stateSql(now)} as state, load, uptime, reliability,
      (select state from gpu_rentals r where r.gpu_id = gpus.id and state in ('starting', 'running', 'stopping')) as rental,
      coalesce((select sum(hours) from gpu_earnings e where e.gpu_id = gpus.id), 0)::int as hours,
      coalesce((select sum(amount) from gpu_earnings e where e.gpu_id = gpus.id), 0) as earned
    from gpus where owner_id = ${userId} order by added_at, id limit 100`.execute(db)
  const { rows: days } = await sql<{ day: string; hours: number; amount: bigint }>`
    select day::text as day, sum(hours)::int as hours, sum(amount) as amount from gpu_earnings
    where user_id = ${userId} group by day order by day desc limit ${DAYS}`.execute(db)
  const { rows: open } = await sql<{ amount: bigint; share: number }>`
    select sum(amount) as amount, r.share from gpu_rental_hours h
    join gpu_rentals r on r.id = h.rental_id join gpus on gpus.id = r.gpu_id
    where owner_id = ${userId} and settled_day is null and returned_at is null group by r.share`.execute(db)
  return {
    machines: machines.map((one) => ({
      ...one,
      price: fromUnits(one.price, 'USDT'),
      earned: fromUnits(one.earned, 'USDT'),
    })),
    days: days.map(({ day, hours, amount }) => ({ day, hours, amount: fromUnits(amount, 'USDT') })),
    open: fromUnits(
      open.reduce((sum, { amount, share }) => sum + shareOf(amount, share), 0n),
      'USDT',
    ),
    serverTime: unixSeconds(now),
  }
}
