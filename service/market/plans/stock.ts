import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { PlanRow } from './reply.ts'

/**
 * Takes units of a plan that is on sale, in one conditional statement; undefined when they are not available. Locks the plan's row,
 * so lock the user's row before.
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

/** Takes units again for an order that was placed in time, also of a plan that is no longer on sale; false when there are too few. */
export async function retakeStock(db: Database, of: { planId: string; units: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ sold: sql<number>`sold + ${of.units}::int` })
    .where('id', '=', of.planId)
    .where(sql<boolean>`sold + ${of.units}::int <= total`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases units, in the transaction that cancels their order. */
export async function releaseStock(db: Database, of: { planId: string; units: number }): Promise<void> {
  await db
    .updateTable('plans')
    .set({ sold: sql<number>`sold - ${of.units}::int` })
    .where('id', '=', of.planId)
    .execute()
}
