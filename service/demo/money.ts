import { SETTLEMENT_STARTS_SECONDS } from '#lib/rules/earnings.ts'
import type { Context } from '../context.ts'
import { dayOf } from '../features/devices/rules.ts'
import { releaseDue } from '../features/earnings/release.ts'
import { settle } from '../features/earnings/settle.ts'
import { at, DAYS_PAST } from './simulation.ts'

const DAY = 86_400_000

/** Settles and frees the days that are over, at the moments at which the service's jobs would have. Does what is due only. */
export async function settlePast(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (let midnight = dayOf(now) - DAYS_PAST * DAY; midnight <= now; midnight += DAY) {
    await releaseDue(ctx.db, { now: midnight })
    const settlement = midnight + SETTLEMENT_STARTS_SECONDS * 1000
    if (settlement <= now) await settle(at(ctx, settlement))
  }
}
