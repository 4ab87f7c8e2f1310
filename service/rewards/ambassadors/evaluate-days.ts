import type { Context } from '#service/platform/context.ts'
import { countTiers, countValid } from './count-devices.ts'
import { type Figures, moveLevels } from './levels.ts'
import { notifyLevel } from './notifications.ts'
import { nextDay, payShares } from './pay-shares.ts'

/**
 * Evaluates every settled day once, oldest first: counts, shares by the levels held, then the levels of the next day. Each day is one
 * transaction, so that a crash leaves nothing behind and concurrent nodes are serialised.
 */
export async function evaluateAmbassadors(ctx: Context, by?: Figures): Promise<void> {
  for (let day = await nextDay(ctx.db); day !== undefined; day = await nextDay(ctx.db)) await evaluateDay(ctx, day, by)
}

async function evaluateDay(ctx: Context, day: string, by?: Figures): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const earliest = await db
      .insertInto('ambassador_evaluations')
      .values({ day, at: new Date(now), changes: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!earliest) return
    await countValid(ctx, db, day)
    await countTiers(db, day)
    const changes = await moveLevels(db, { day, now, ...(by && { by }) })
    for (const change of changes) await notifyLevel(db, { ...change, day, at: now })
    await db.updateTable('ambassador_evaluations').set({ changes: changes.length }).where('day', '=', day).execute()
    await payShares(db, day, now)
  })
}
