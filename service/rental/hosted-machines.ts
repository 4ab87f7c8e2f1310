import { sql } from 'kysely'
import type { HostTrouble } from '#lib/contract/host.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { type liveStates, type OfferState, shareOf } from '#lib/rules/gpu.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { troubleOf } from './host-trouble.ts'
import { missingGpusOf } from './missing-gpus.ts'
import { isExposed, stateSql } from './row.ts'
import type { HostFacts, Load } from './tables.ts'

interface Machine {
  id: string
  name: string | null
  model: string
  memory_mib: number
  count: number
  facts: HostFacts | null
  trouble: HostTrouble | null
  driver: string | null
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

/** Unsettled hours of a machine at one share. */
interface OpenHours {
  gpu_id: string
  share: number
  hours: number
  amount: bigint
}

const DAYS = 30

/** Unsettled hours of rentals that have run; the first hour of one that has not run may still be refunded. */
async function openHoursOf(db: Database, userId: string): Promise<OpenHours[]> {
  const { rows } = await sql<OpenHours>`
    select r.gpu_id, r.share, count(*)::int as hours, sum(amount) as amount from gpu_rental_hours h
    join gpu_rentals r on r.id = h.rental_id join gpus on gpus.id = r.gpu_id
    where owner_id = ${userId} and settled_day is null and returned_at is null and running_at is not null
    group by r.gpu_id, r.share`.execute(db)
  return rows
}

const openAmount = (open: readonly OpenHours[]): string =>
  fromUnits(
    open.reduce((sum, { amount, share }) => sum + shareOf(amount, share), 0n),
    'USDT',
  )

/** The machines of a host with their earnings. */
export async function hostedMachinesOf(db: Database, { userId, now }: { userId: string; now: number }) {
  const { rows: machines } = await sql<Machine>`
    select id, (select name from gpu_requests where gpu_id = gpus.id), model, memory_mib, count, facts, trouble, driver, region, price, share,
      ${stateSql(now)} as state, load, uptime, reliability,
      (select state from gpu_rentals r where r.gpu_id = gpus.id and state in ('starting', 'running', 'stopping')) as rental,
      coalesce((select sum(hours) from gpu_earnings e where e.gpu_id = gpus.id), 0)::int as hours,
      coalesce((select sum(amount) from gpu_earnings e where e.gpu_id = gpus.id), 0) as earned
    from gpus where owner_id = ${userId} order by added_at, id limit 100`.execute(db)
  const { rows: days } = await sql<{ day: string; hours: number; amount: bigint }>`
    select day::text as day, sum(hours)::int as hours, sum(amount) as amount from gpu_earnings
    where user_id = ${userId} group by day order by day desc limit ${DAYS}`.execute(db)
  const open = await openHoursOf(db, userId)
  return {
    machines: machines.map((machine) => {
      const { facts: _, memory_mib: __, driver, ...one } = machine
      const own = open.filter(({ gpu_id }) => gpu_id === one.id)
      return {
        ...one,
        lacking: missingGpusOf(machine),
        trouble: troubleOf(machine),
        isExposed: isExposed(driver),
        price: fromUnits(one.price, 'USDT'),
        earned: fromUnits(one.earned, 'USDT'),
        openHours: own.reduce((sum, { hours }) => sum + hours, 0),
        open: openAmount(own),
      }
    }),
    days: days.map(({ day, hours, amount }) => ({ day, hours, amount: fromUnits(amount, 'USDT') })),
    open: openAmount(open),
    serverTime: unixSeconds(now),
  }
}
