import { sql } from 'kysely'
import { type EndReason, hourBegins, hoursDue, isOver } from '#lib/rules/gpu.ts'
import { lockUsers } from '#service/identity/users/queries.ts'
import { notifyWhenLow } from '#service/money/balance/pay-from-balance.ts'
import { usersWithThreshold } from '#service/money/balance/threshold.ts'
import { balancesOf } from '#service/money/ledger/balances.ts'
import { post } from '#service/money/ledger/post.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { chargeOf } from './money.ts'
import { notifyRental } from './notifications.ts'
import { closePorts } from './published-ports.ts'
import { type RunningRow, scheduleOf } from './row.ts'

/** Rentals of one transaction, which locks the ledger head once. */
const BATCH = 500

interface PlannedHour {
  rental: RunningRow
  hour: number
  beginsAt: number
}

interface PlannedStop {
  rental: RunningRow
  reason: EndReason
}

export interface ChargePlan {
  hours: PlannedHour[]
  stops: PlannedStop[]
  /** Remaining balance of each user, in smallest units of USDT. */
  left: Map<string, bigint>
}

/**
 * Plans the charges that are due, oldest first, within the balances: an hour is charged in full or not at all, and a rental stops
 * when its next hour cannot be paid.
 */
export function planCharges(
  due: readonly RunningRow[],
  balances: ReadonlyMap<string, bigint>,
  now: number,
): ChargePlan {
  const plan: ChargePlan = { hours: [], stops: [], left: new Map(balances) }
  for (const rental of due) {
    const schedule = scheduleOf(rental)
    const { first, last } = hoursDue(schedule, now)
    let charged = schedule.charged
    let left = plan.left.get(rental.user_id) ?? 0n
    for (let hour = first; hour <= last && left >= rental.price; hour += 1) {
      plan.hours.push({ rental, hour, beginsAt: hourBegins(schedule, hour) })
      left -= rental.price
      charged = hour
    }
    plan.left.set(rental.user_id, left)
    if (charged < last) plan.stops.push({ rental, reason: 'balance' })
    else if (isOver({ ...schedule, charged }, now)) plan.stops.push({ rental, reason: 'term' })
  }
  return plan
}

/** Charges every hour that has begun, once. Safe to run twice and by several nodes at once. */
export async function chargeDue(ctx: Context): Promise<void> {
  for (;;) if ((await chargeBatch(ctx)) < BATCH) return
}

const dueRows = (db: Database, now: number) =>
  db
    .selectFrom('gpu_rentals')
    // The same literal as in the partial index: a plan for a parameter could not use it.
    .where(sql<boolean>`state = 'running'`)
    .where('paused_at', 'is', null)
    .where('paid_until', '<=', new Date(now))

function chargeBatch(ctx: Context): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const chosen = await dueRows(db, now)
      .select(['id', 'user_id'])
      .orderBy('paid_until')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (chosen.length === 0) return 0
    const users = [...new Set(chosen.map(({ user_id }) => user_id))].sort()
    // Locks users first and in one order: a concurrent run waits here and then finds nothing due.
    await lockUsers(db, users)
    const ids = chosen.map(({ id }) => id)
    const rows = await dueRows(db, now)
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('paid_until')
      .orderBy('id')
      .forUpdate()
      .execute()
    const plan = planCharges(rows as RunningRow[], await heldBy(db, users), now)
    await writeHours(db, plan.hours, now)
    await publish(db, ...new Set(plan.hours.map(({ rental }) => rental.user_id)))
    for (const stop of plan.stops) await writeStop(ctx, db, stop)
    await notifyLowBalances(db, { plan, users, now })
    const transfers = plan.hours.map(({ rental: { id, user_id, price }, hour }) =>
      chargeOf({ rentalId: id, userId: user_id, hour, amount: price }),
    )
    if (transfers.length > 0) await post(db, transfers, now)
    return chosen.length
  })
}

async function heldBy(db: Database, users: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await balancesOf(db, { owners: users, coin: 'USDT', kinds: ['balance'] })
  return new Map(rows.map(({ owner, balance }) => [owner, balance]))
}

async function writeHours(db: Database, hours: readonly PlannedHour[], now: number): Promise<void> {
  if (hours.length === 0) return
  const ids = hours.map(({ rental }) => rental.id)
  const numbers = hours.map(({ hour }) => hour)
  const begins = hours.map(({ beginsAt }) => new Date(beginsAt).toISOString())
  const fresh = sql`unnest(${ids}::text[], ${numbers}::int[], ${begins}::timestamptz[]) as fresh (id, hour, begins_at)`
  await sql`
    insert into gpu_rental_hours (rental_id, hour, begins_at, amount)
    select fresh.id, fresh.hour, fresh.begins_at, price from ${fresh} join gpu_rentals using (id)`.execute(db)
  await sql`
    insert into gpu_events (rental_id, at, kind, detail)
    select id, ${new Date(now)}, 'hour', hour::text from ${fresh}`.execute(db)
  await sql`
    update gpu_rentals set
      hours_charged = counted.last,
      paid_until = paid_until + make_interval(hours => counted.hours::int),
      paid = paid + price * counted.hours
    from (select id, max(hour) as last, count(*) as hours from ${fresh} group by id) as counted
    where gpu_rentals.id = counted.id`.execute(db)
}

async function writeStop(ctx: Context, db: Database, { rental, reason }: PlannedStop): Promise<void> {
  const at = new Date(ctx.clock.now())
  await db
    .updateTable('gpu_rentals')
    .set({ state: 'stopping', reason, stopped_at: at })
    .where('id', '=', rental.id)
    .execute()
  await closePorts(db, rental.id)
  await db
    .insertInto('gpu_events')
    .values({ rental_id: rental.id, at, kind: reason as never, detail: null })
    .execute()
  const kind = reason === 'term' ? 'rentalEnded' : 'rentalStopped'
  await notifyRental(ctx, db, rental, { kind, source: `rental/${rental.id}/${reason}`, values: {} })
}

/** Notifies the users with a low-balance alert. */
async function notifyLowBalances(
  db: Database,
  { plan, users, now }: { plan: ChargePlan; users: string[]; now: number },
): Promise<void> {
  for (const userId of await usersWithThreshold(db, users)) {
    const left = plan.left.get(userId)
    if (left !== undefined) await notifyWhenLow(db, { userId, left, now })
  }
}
