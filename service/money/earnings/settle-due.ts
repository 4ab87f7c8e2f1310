import { raiseAlarm } from '#service/messaging/alarms/raise.ts'
import type { Context } from '#service/platform/context.ts'
import { firstOpenDay } from './days.ts'
import { lastSettleable } from './rules.ts'
import { settle } from './settle.ts'

/** An overdue settlement raises an alarm after this time: at 10:00 UTC when it begins at 04:00. */
const LATE_SECONDS = 6 * 3600

/** Settles what is due, and raises an alarm when a day is still open long after its time. */
export async function settleDue(ctx: Context): Promise<void> {
  try {
    await settle(ctx)
  } finally {
    const now = ctx.clock.now()
    const open = await firstOpenDay(ctx.db)
    if (open !== undefined && open <= lastSettleable(now, ctx.config.settlementSeconds + LATE_SECONDS))
      await raiseAlarm(ctx, { name: `settlement-late/${open}`, kind: 'alarmSettlement', values: { day: open } }, now)
  }
}
