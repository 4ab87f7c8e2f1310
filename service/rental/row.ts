import { type RawBuilder, type Selectable, sql } from 'kysely'
import { HOST_GONE_MS, type OfferState } from '#lib/rules/gpu.ts'
import type { GpuRentalTable, GpuTable } from './tables.ts'

/** Rows of `gpus` and `gpu_rentals`. */
export type GpuRow = Selectable<GpuTable>
export type Row = Selectable<GpuRentalTable>

/** Row of a rental that has begun to run. */
export type RunningRow = Row & { running_at: Date; paid_until: Date }
export const hasRun = (row: Row): row is RunningRow => row.running_at !== null

/** Most hours that a rental is charged for. */
export const maxHours = ({ hours, longest_hours }: Pick<Row, 'hours' | 'longest_hours'>): number =>
  hours ?? longest_hours

export const scheduleOf = (row: RunningRow) => ({
  // Its hours stand still while it is paused.
  runningAt: row.running_at.getTime() + Number(row.paused_ms),
  charged: row.hours_charged,
  maxHours: maxHours(row),
})

/** Whether the host runs rentals as processes of its own system, without isolation. */
export const isExposed = (driver: string | null): boolean => driver === 'process'

/** Whether a user may rent a machine; an exposed one is for its owner only. */
export const isRentableBy = ({ driver, owner_id }: Pick<GpuRow, 'driver' | 'owner_id'>, userId: string): boolean =>
  !isExposed(driver) || owner_id === userId

/** `isRentableBy` as an SQL condition on rows of `gpus`. */
export const rentableBySql = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(driver is distinct from 'process' or owner_id = ${userId})`

export const isHostThere = ({ last_seen_at, simulated }: Pick<GpuRow, 'last_seen_at' | 'simulated'>, now: number) =>
  simulated || (last_seen_at !== null && now - last_seen_at.getTime() < HOST_GONE_MS)

/** SQL expression of a machine's state on rows of `gpus`. */
export const stateSql = (now: number) => sql<OfferState>`
  case when gpus.paused then 'paused'
    when gpus.rented then 'rented'
    when gpus.simulated then 'free'
    when gpus.last_seen_at > ${new Date(now - HOST_GONE_MS)} then
      case when gpus.lacking then 'lacking' when gpus.trouble is not null then 'unready' else 'free' end
    else 'offline' end`

/** SQL condition on rows of `gpus`: the host reports, or there is none. */
export const isThereSql = (now: number) =>
  sql<boolean>`(gpus.simulated or coalesce(gpus.last_seen_at > ${new Date(now - HOST_GONE_MS)}, false))`
