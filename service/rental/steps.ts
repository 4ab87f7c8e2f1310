import { fromUnits } from '#lib/money/coins.ts'
import {
  type EndReason,
  firstFreeHour,
  HOST_GONE_MS,
  HOUR_MS,
  hostFaultReasons,
  imageProblems,
  type RentalEvent,
} from '#lib/rules/gpu.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { refundHours } from './money.ts'
import { notifyRental } from './notifications.ts'
import { closePorts, publishTemplatePorts } from './published-ports.ts'
import { hasRun, type Row, scheduleOf } from './row.ts'

/** State changes of a rental. Lock the user's row before the rental's when money moves. */

/** Records an event of a rental and notifies the open pages of its user. */
export async function addEvent(
  db: Database,
  { id, user_id: userId }: Pick<Row, 'id' | 'user_id'>,
  of: { kind: RentalEvent; at: number; detail?: string },
): Promise<void> {
  await db
    .insertInto('gpu_events')
    .values({ rental_id: id, at: new Date(of.at), kind: of.kind, detail: of.detail ?? null })
    .execute()
  await publish(db, userId)
}

export const lockRental = (db: Database, id: string): Promise<Row | undefined> =>
  db.selectFrom('gpu_rentals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Runs `work` in a transaction with the user's row and the rental's row locked. */
export const onRental = <T>(
  ctx: Context,
  { id, user_id }: Pick<Row, 'id' | 'user_id'>,
  work: (db: Database, row: Row) => Promise<T>,
): Promise<T> =>
  ctx.db.transaction().execute(async (db) => {
    await lockUser(db, user_id)
    const row = await lockRental(db, id)
    if (!row) throw new Error(`rental ${id} does not exist`)
    return work(db, row)
  })

const isImageProblem = (reason: EndReason): boolean => imageProblems.some((one) => one === reason)
const isHosts = (reason: EndReason): boolean => hostFaultReasons.some((one) => one === reason)

/** Marks a rental as running: the first hour, which was paid at the start, begins now. */
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
    await publishTemplatePorts(ctx, db, row)
    await addEvent(db, row, { kind: 'started', at: now })
    await notifyRental(ctx, db, row, { kind: 'rentalStarted', source: `rental/${id}/started`, values: {} })
  })
}

/**
 * First hour that a rental which stops now could not use: all of one that never ran, and the one in which it was paused, if for
 * as long as a silent host is waited for. A renter can end the own container, but it is started again sooner.
 */
function firstHourOfNoUse(row: Row, now: number): number | undefined {
  if (!hasRun(row)) return 1
  const pausedAt = row.paused_at?.getTime() ?? now
  return now - pausedAt >= HOST_GONE_MS ? firstFreeHour(scheduleOf(row), pausedAt) : undefined
}

/** Asks the host to stop and wipe a rental; nothing is charged from then on. Hours that were of no use are refunded. */
export async function beginStop(
  db: Database,
  { row, reason, now }: { row: Row; reason: EndReason; now: number },
): Promise<void> {
  await db
    .updateTable('gpu_rentals')
    .set({ state: 'stopping', reason, stopped_at: new Date(now), paused_at: null, paused_for: null })
    .where('id', '=', row.id)
    .execute()
  await closePorts(db, row.id)
  await addEvent(db, row, { kind: reason, at: now })
  const from = firstHourOfNoUse(row, now)
  if (from !== undefined) await refundHours(db, row, { from, now })
}

/** Ends a stopping rental: its host has wiped it, or is gone. */
export async function endRental(db: Database, row: Row, now: number): Promise<void> {
  await db
    .updateTable('gpu_rentals')
    .set({ state: 'ended', ended_at: new Date(now), sealed: null })
    .where('id', '=', row.id)
    .where('state', '=', 'stopping')
    .execute()
  await addEvent(db, row, { kind: 'ended', at: now })
}

/**
 * Ends a rental that the host could not start or continue. The hour in which the host was last seen is free, and so are all later
 * ones; they are refunded.
 */
export async function failRental(
  ctx: Context,
  db: Database,
  { row, reason, lastSeen }: { row: Row; reason: EndReason; lastSeen: number },
): Promise<void> {
  const now = ctx.clock.now()
  const at = new Date(now)
  await db
    .updateTable('gpu_rentals')
    .set({
      state: isHosts(reason) ? 'failed' : 'ended',
      reason,
      stopped_at: at,
      ended_at: at,
      sealed: null,
      paused_at: null,
      paused_for: null,
    })
    .where('id', '=', row.id)
    .execute()
  await closePorts(db, row.id)
  await addEvent(db, row, { kind: reason, at: now })
  const lastReached = Math.min(lastSeen, row.paused_at?.getTime() ?? lastSeen)
  const from = hasRun(row) ? firstFreeHour(scheduleOf(row), lastReached) : 1
  const free = await db
    .selectFrom('gpu_rental_hours')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
    .where('rental_id', '=', row.id)
    .where('hour', '>=', from)
    .where('returned_at', 'is', null)
    .executeTakeFirstOrThrow()
  const returned = fromUnits(free.amount ?? 0n, 'USDT')
  const source = `rental/${row.id}/failed`
  if (isImageProblem(reason)) {
    const values = { returned, image: row.template?.image ?? row.image }
    await notifyRental(ctx, db, row, { kind: 'rentalImageFailed', source, values })
  } else {
    const kind = hasRun(row) ? 'rentalLost' : 'rentalFailed'
    await notifyRental(ctx, db, row, { kind, source, values: { returned } })
  }
  await refundHours(db, row, { from, now })
}
