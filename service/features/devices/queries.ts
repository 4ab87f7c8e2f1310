import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DeviceFilter } from '#lib/contract/devices.ts'
import { OFFLINE_AFTER_MS, RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import type { Database } from '../../db/open.ts'
import type { DeviceEventTable } from '../../db/tables/devices.ts'
import type { Tables } from '../../db/tables/index.ts'
import { newId } from '../../ids.ts'
import { hashRate } from './rules.ts'

/**
 * Verified work of a device in the rate window, as hashes a second. What came with the report that brought it back online is
 * left out: it was worked out while the device was away, nobody knows in what time.
 */
export async function deviceRate(
  db: Database,
  of: { deviceId: string; onlineSince: number; now: number },
): Promise<number> {
  const since = Math.max(of.onlineSince, of.now - RATE_WINDOW_MS)
  const { work } = await db
    .selectFrom('shares')
    .select((expression) => expression.fn.sum<string | null>('difficulty').as('work'))
    .where('device_id', '=', of.deviceId)
    .where('accepted_at', '>', new Date(since))
    .executeTakeFirstOrThrow()
  return hashRate({ work: Number(work ?? 0), onlineSince: of.onlineSince, lastSeen: of.now })
}

export async function addEvent(
  db: Database,
  event: { deviceId: string; at: number; kind: DeviceEventTable['kind']; detail?: string },
): Promise<void> {
  await db
    .insertInto('device_events')
    .values({
      id: newId(),
      device_id: event.deviceId,
      at: new Date(event.at),
      kind: event.kind,
      detail: event.detail ?? '',
    })
    .execute()
}

/** Verified work of a device in the rate window before its last report, since it came online: a column of its row. */
export const recentWork = (expression: ExpressionBuilder<Tables, 'devices'>) =>
  expression
    .selectFrom('shares')
    .select((share) => share.fn.coalesce(share.fn.sum<string>('difficulty'), sql<string>`0`).as('work'))
    .whereRef('device_id', '=', 'devices.id')
    .whereRef('accepted_at', '>', 'devices.online_since')
    .where(sql<SqlBool>`accepted_at > devices.last_seen_at - ${`${RATE_WINDOW_MS} milliseconds`}::interval`)
    .as('recent_work')

const onlineSql = (now: number): Expression<SqlBool> =>
  sql<SqlBool>`coalesce(last_seen_at >= ${new Date(now - OFFLINE_AFTER_MS)}, false)`

/** A user's devices, newest first, a page at a time, with the number of all that the filter lets through. */
export async function devicePage(
  db: Database,
  of: { userId: string; status: DeviceFilter; page: number; pageSize: number; now: number },
) {
  let query = db.selectFrom('devices').where('user_id', '=', of.userId).where('unbound_at', 'is', null)
  if (of.status === 'on') query = query.where(onlineSql(of.now))
  if (of.status === 'off') query = query.where((expression) => expression.not(onlineSql(of.now)))
  const total = (expression: ExpressionBuilder<Tables, 'devices'>) => expression.fn.countAll<string>()
  const rows = await query
    .selectAll()
    .select((expression) => [total(expression).over().as('total'), recentWork(expression)])
    .orderBy('bound_at', 'desc')
    .orderBy('id')
    .limit(of.pageSize)
    .offset((of.page - 1) * of.pageSize)
    .execute()
  // A page behind the last one has no row that could tell.
  const counted =
    rows[0] ?? (await query.select((expression) => total(expression).as('total')).executeTakeFirstOrThrow())
  return { rows, total: Number(counted.total) }
}

export async function countDevices(db: Database, userId: string, now: number) {
  const row = await db
    .selectFrom('devices')
    .select((expression) => [
      expression.fn.countAll<string>().as('total'),
      expression.fn.countAll<string>().filterWhere(onlineSql(now)).as('online'),
    ])
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), online: Number(row.online) }
}

/** What the devices that are bound now did in each hour, added up by the database: hundreds of devices are few rows. */
export async function hoursOfBound(db: Database, of: { userId: string; from: number; to: number }): Promise<HourSum[]> {
  const rows = await db
    .selectFrom('device_hours')
    .innerJoin('devices', 'devices.id', 'device_hours.device_id')
    .select((expression) => [
      'device_hours.hour',
      expression.fn.sum<string>('device_hours.seconds').as('seconds'),
      expression.fn.sum<string>('device_hours.work').as('work'),
    ])
    .where('devices.user_id', '=', of.userId)
    .where('devices.unbound_at', 'is', null)
    .where('device_hours.hour', '>=', new Date(of.from))
    .where('device_hours.hour', '<', new Date(of.to))
    .groupBy('device_hours.hour')
    .execute()
  return rows.map((row) => ({ hour: row.hour.getTime(), seconds: Number(row.seconds), work: Number(row.work) }))
}

/** Run time of each project between two moments. What a device did stays when it is unbound. */
export async function secondsByProject(
  db: Database,
  of: { userId: string; from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('device_hours')
    .innerJoin('devices', 'devices.id', 'device_hours.device_id')
    .select((expression) => ['device_hours.project', expression.fn.sum<string>('device_hours.seconds').as('seconds')])
    .where('devices.user_id', '=', of.userId)
    .where('device_hours.hour', '>=', new Date(of.from))
    .where('device_hours.hour', '<', new Date(of.to))
    .groupBy('device_hours.project')
    .execute()
  return new Map(rows.map((row) => [row.project, Number(row.seconds)]))
}

/** Run time of all devices that a user ever had, or of one of them. */
export async function secondsOf(db: Database, of: { userId: string; id?: string | undefined }): Promise<number> {
  let query = db
    .selectFrom('device_totals')
    .innerJoin('devices', 'devices.id', 'device_totals.device_id')
    .select((expression) => expression.fn.sum<string | null>('device_totals.seconds').as('seconds'))
    .where('devices.user_id', '=', of.userId)
  if (of.id !== undefined) query = query.where('devices.id', '=', of.id)
  return Number((await query.executeTakeFirstOrThrow()).seconds ?? 0)
}

export interface HourSum {
  hour: number
  seconds: number
  work: number
}

export interface HourRow extends HourSum {
  deviceId: string
  project: string
  accepted: number
  refused: number
}

export async function hourRows(
  db: Database,
  of: { ids: readonly string[]; from: number; to: number },
): Promise<HourRow[]> {
  if (of.ids.length === 0) return []
  const rows = await db
    .selectFrom('device_hours')
    .selectAll()
    .where('device_id', 'in', of.ids)
    .where('hour', '>=', new Date(of.from))
    .where('hour', '<', new Date(of.to))
    .execute()
  return rows.map((row) => ({
    deviceId: row.device_id,
    project: row.project,
    hour: row.hour.getTime(),
    seconds: row.seconds,
    work: Number(row.work),
    accepted: row.accepted,
    refused: row.refused,
  }))
}

export interface ProjectTotals {
  project: string
  coin: string
  /** By the device's id; a device that never worked for the project has none. */
  seconds: Map<string, number>
}

/** Every project, with the run time of these devices for it. */
export async function projectTotals(db: Database, ids: readonly string[]): Promise<ProjectTotals[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('device_totals', (join) =>
      join
        .onRef('device_totals.project', '=', 'projects.project')
        .on((expression) => expression('device_id', '=', expression.fn.any(expression.val(ids)))),
    )
    .select(['projects.project', 'coin', 'device_id', 'seconds'])
    .orderBy('projects.project')
    .execute()
  const projects = new Map<string, ProjectTotals>()
  for (const { project, coin, device_id: deviceId, seconds } of rows) {
    const totals = projects.get(project) ?? { project, coin, seconds: new Map() }
    if (deviceId !== null) totals.seconds.set(deviceId, Number(seconds))
    projects.set(project, totals)
  }
  return [...projects.values()]
}

export const ownDevice = (db: Database, userId: string, id: string) =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()

export async function coinsByProject(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('projects').select(['project', 'coin']).orderBy('project').execute()
  return new Map(rows.map((row) => [row.project, row.coin]))
}
