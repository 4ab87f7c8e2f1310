import { dayAt } from '#lib/time/days.ts'
import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Clocks that agree may be so far apart. */
const CLOCKS_APART_MS = 60_000

/** Begins another part of days: what earlier parts have credited is taken off it. */
const openAgain = (db: Database) =>
  db.updateTable('settlements').set(({ eb }) => ({ ended_at: null, last_user: '', part: eb('part', '+', 1) }))

/**
 * Opens again what was settled, all or in part, by a clock ahead of this one: a day that is not over, or one whose
 * settlement ended in what is still to come. What was mined on it meanwhile is its next part, settled when it is due.
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
 * Opens a settled day again, so that the next settlement credits what it lacks; what was credited stays and is not
 * credited twice. False when the day is not settled.
 */
export async function reopen(db: Database, day: string): Promise<boolean> {
  const { numUpdatedRows } = await openAgain(db)
    .where('day', '=', day)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
