import { sql } from 'kysely'
import { officialActive } from '#lib/contract/activity.ts'
import { dayAt } from '#lib/time/days.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { knownPath } from './rules.ts'

export function activityRoutes(calls: Calls): void {
  calls.on(officialActive, async ({ ctx, input, ip }) => {
    await ctx.limits.spend('visitIp', ip)
    await ctx.db
      .insertInto('visits')
      .values({ day: dayAt(ctx.clock.now()), path: knownPath(input.path), visits: 1 })
      .onConflict((conflict) => conflict.columns(['day', 'path']).doUpdateSet({ visits: sql`visits.visits + 1` }))
      .execute()
    return {}
  })
}
