import { dayAt } from '#lib/time/days.ts'
import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Tolerated difference between the clocks of two machines. */
const CLOCKS_APART_MS = 60_000

/** Starts another part of settled days; what earlier parts credited is subtracted from it. */
const openAgain = (db: Database) =>
  db.updateTable('settlements').set(({ eb }) => ({ ended_at: null, last_user: '', part: eb('part', '+', 1) }))

/**
 * Reopens days that a clock ahead of this one has settled, in full or in part: days that are not over, or whose settlement ended
 * in the future. Later work of such a day is its next part, which is settled when it is due.
 */
export async function reopenEarly(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const days = await openAgain(ctx.db)
    .where(({ eb, or, and }) =>
      or([
        eb('ended_at', '>', new Date(now + CLOCKS_APART_MS)),
        and([eb('day', '>=', dayAt(now)), or([eb('ended_at', 'is not', null), eb('last_user', '<>', '')])]),
      ]),
    )
    .returning('day')
    .execute()
  const first = days.map(({ day }) => day).sort()[0]
  if (first !== undefined)
    await raiseAlarm(ctx, { name: `settled-early/${first}`, kind: 'alarmClock', values: { day: first } }, now)
}

/**
 * Reopens a settled day, so that the next settlement credits what is missing; what was credited stays. Returns false when the day
 * is not settled.
 */
export async function reopen(db: Database, day: string): Promise<boolean> {
  const { numUpdatedRows } = await openAgain(db)
    .where('day', '=', day)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
