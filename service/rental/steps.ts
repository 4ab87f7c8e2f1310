import { fromUnits } from '#lib/money/coins.ts'
import { type EndReason, firstFreeHour, HOUR_MS, hostFaultReasons, type RentalEvent } from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { tellLive } from '#service/platform/live/telling.ts'
import { giveBackHours } from './money.ts'
import { hasRun, type Row } from './row.ts'
import { tellRental } from './telling.ts'

/** How a rental goes from state to state. Whoever moves money has the user's row locked before the rental's. */

/** Keeps a step of a rental, and tells the open pages of its user. */
export async function addEvent(
  db: Database,
  { id, user_id: userId }: Pick<Row, 'id' | 'user_id'>,
  of: { kind: RentalEvent; at: number; detail?: string },
): Promise<void> {
  await db
    .insertInto('gpu_events')
    .values({ rental_id: id, at: new Date(of.at), kind: of.kind, detail: of.detail ?? null })
    .execute()
  await tellLive(db, userId)
}

export const lockRental = (db: Database, id: string): Promise<Row | undefined> =>
  db.selectFrom('gpu_rentals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Works on a rental with its user's row and its own locked, as it is then. */
export const onRental = <T>(
  ctx: Context,
  { id, user_id }: Pick<Row, 'id' | 'user_id'>,
  work: (db: Database, row: Row) => Promise<T>,
): Promise<T> =>
  ctx.db.transaction().execute(async (db) => {
    await lockUser(db, user_id)
    const row = await lockRental(db, id)
    if (!row) throw new Error('a rental is not there')
    return work(db, row)
  })

const isHosts = (reason: EndReason): boolean => hostFaultReasons.some((one) => one === reason)

/** It can be entered: the hour that was taken at the start begins now. */
export async function beginRun(ctx: Context, id: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable('gpu_rentals')
      .set({ state: 'running', running_at: new Date(now), paid_until: new Date(now + HOUR_MS) })
      .where('id', '=', id)
      .where('state', '=', 'starting')
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    await db
      .updateTable('gpu_rental_hours')
      .set({ begins_at: new Date(now) })
      .where('rental_id', '=', id)
      .where('hour', '=', 1)
      .execute()
    await addEvent(db, row, { kind: 'started', at: now })
    await tellRental(ctx, db, row, { kind: 'rentalStarted', source: `rental/${id}/started`, values: {} })
  })
}

/** Its host is to stop and wipe it; nothing is charged from here on. One that never ran costs nothing. */
export async function beginStop(
  db: Database,
  { row, reason, now }: { row: Row; reason: EndReason; now: number },
): Promise<void> {
  await db
    .updateTable('gpu_rentals')
    .set({ state: 'stopping', reason, stopped_at: new Date(now) })
    .where('id', '=', row.id)
    .execute()
  await addEvent(db, row, { kind: reason, at: now })
  if (!hasRun(row)) await giveBackHours(db, row, { from: 1, now })
}

/** Its host has wiped it, or is gone. */
export async function end(db: Database, row: Row, now: number): Promise<void> {
  await db
    .updateTable('gpu_rentals')
    .set({ state: 'ended', ended_at: new Date(now) })
    .where('id', '=', row.id)
    .where('state', '=', 'stopping')
    .execute()
  await addEvent(db, row, { kind: 'ended', at: now })
}

/**
 * The host could not start it, could not go on with it, or is gone: the hour in which it was last heard of is free, and so
 * is whatever was charged after it.
 */
export async function fail(
  ctx: Context,
  db: Database,
  { row, reason, lastSeen }: { row: Row; reason: EndReason; lastSeen: number },
): Promise<void> {
  const now = ctx.clock.now()
  const at = new Date(now)
  await db
    .updateTable('gpu_rentals')
    .set({ state: isHosts(reason) ? 'failed' : 'ended', reason, stopped_at: at, ended_at: at })
    .where('id', '=', row.id)
    .execute()
  await addEvent(db, row, { kind: reason, at: now })
  const from = hasRun(row) ? firstFreeHour({ runningAt: row.running_at.getTime() }, lastSeen) : 1
  const free = await db
    .selectFrom('gpu_rental_hours')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
    .where('rental_id', '=', row.id)
    .where('hour', '>=', from)
    .where('returned_at', 'is', null)
    .executeTakeFirstOrThrow()
  const values = { returned: fromUnits(free.amount ?? 0n, 'USDT') }
  const kind = hasRun(row) ? 'rentalLost' : 'rentalFailed'
  await tellRental(ctx, db, row, { kind, source: `rental/${row.id}/failed`, values })
  await giveBackHours(db, row, { from, now })
}
