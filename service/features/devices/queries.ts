import { type Expression, type SqlBool, sql } from 'kysely'
import type { DeviceFilter } from '#lib/contract/devices.ts'
import { OFFLINE_AFTER_MS, RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import type { Database } from '../../db/open.ts'
import type { DeviceEventTable } from '../../db/tables/devices.ts'
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
  const rows = await query
    .selectAll()
    .orderBy('bound_at', 'desc')
    .orderBy('id')
    .limit(of.pageSize)
    .offset((of.page - 1) * of.pageSize)
    .execute()
  const { total } = await query
    .select((expression) => expression.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
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

export async function totalRows(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('device_totals').selectAll().where('device_id', 'in', ids).execute()
  return rows.map((row) => ({ deviceId: row.device_id, project: row.project, seconds: Number(row.seconds) }))
}

/** Verified work of each device in the rate window before its last report, since it came online. */
export async function recentWork(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('shares')
    .innerJoin('devices', 'devices.id', 'shares.device_id')
    .select((expression) => ['shares.device_id', expression.fn.sum<string>('shares.difficulty').as('work')])
    .where('shares.device_id', 'in', ids)
    .whereRef('shares.accepted_at', '>', 'devices.online_since')
    .where(sql<SqlBool>`shares.accepted_at > devices.last_seen_at - ${`${RATE_WINDOW_MS} milliseconds`}::interval`)
    .groupBy('shares.device_id')
    .execute()
  return new Map(rows.map((row) => [row.device_id, Number(row.work)]))
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
