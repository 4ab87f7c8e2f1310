import type { agentToday } from '#lib/contract/agent.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { deviceDay } from '#service/money/earnings/device-day.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { LoginExpiredError } from '#service/platform/http/refusal.ts'
import { recentWork } from './queries.ts'
import { shownRate } from './rules.ts'

/** The running UTC day of a device: what it has earned, and what it will have earned if it goes on at its verified rate. */
export async function todayOf(ctx: Context, tokenHash: string): Promise<ReplyOf<typeof agentToday>> {
  await ctx.limits.spend('todayDevice', tokenHash)
  const now = ctx.clock.now()
  return snapshot(ctx.db, async (db) => {
    const device = await db
      .selectFrom('devices')
      .select(['id', 'user_id', 'state', 'online_since', 'last_seen_at', recentWork.as('recent_work')])
      .where('token_hash', '=', tokenHash)
      .where('unbound_at', 'is', null)
      .executeTakeFirst()
    if (!device) throw new LoginExpiredError()
    const hashrate = shownRate(device, now)
    const coins = await deviceDay(db, {
      deviceId: device.id,
      userId: device.user_id,
      now,
      hashesPerSecond: hashrate,
    })
    const day = dayAt(now)
    return {
      day,
      endsAt: unixSeconds(startOf(dayAfter(day))),
      serverTime: unixSeconds(now),
      hashrate,
      coins: coins.map(({ coin, soFar, wholeDay }) => ({
        currencyCode: coin,
        soFar: soFar === null ? null : fromUnits(soFar, coin),
        wholeDay: wholeDay === null ? null : fromUnits(wholeDay, coin),
      })),
    }
  })
}
