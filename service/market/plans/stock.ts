import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { PlanRow } from './shape.ts'

/**
 * Takes units of a plan that is on sale, in one statement that cannot take what is not there; undefined when it took nothing.
 * The row of the plan is locked from then on, after that of the user.
 */
export const takeStock = (
  db: Database,
  of: { planId: string; units: number; now: number },
): Promise<PlanRow | undefined> =>
  db
    .updateTable('plans')
    .set({ sold: sql<number>`sold + ${of.units}::int` })
    .where('id', '=', of.planId)
    .where('paused', '=', false)
    .where(({ eb, or }) => or([eb('opens_at', 'is', null), eb('opens_at', '<=', new Date(of.now))]))
    .where(({ eb, or }) => or([eb('deadline', 'is', null), eb('deadline', '>', new Date(of.now))]))
    .where(sql<boolean>`sold + ${of.units}::int <= total`)
    .returningAll()
    .executeTakeFirst()

/** Takes units once more for an order that was placed in time, also of a plan that is on sale no more; says whether there were any. */
export async function takeStockAgain(db: Database, of: { planId: string; units: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ sold: sql<number>`sold + ${of.units}::int` })
    .where('id', '=', of.planId)
    .where(sql<boolean>`sold + ${of.units}::int <= total`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives units back, in the transaction in which their order is cancelled. */
export async function giveBack(db: Database, of: { planId: string; units: number }): Promise<void> {
  await db
    .updateTable('plans')
    .set({ sold: sql<number>`sold - ${of.units}::int` })
    .where('id', '=', of.planId)
    .execute()
}
