import type { Insertable, Updateable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { PlanTable } from './tables.ts'

export async function updatePlan(db: Database, id: string, changes: Updateable<PlanTable>): Promise<void> {
  await db.updateTable('plans').set(changes).where('id', '=', id).execute()
}

/** Adds a plan whose sale lies in the past; where there is one of that id, moves its sale there. */
export async function insertPast(db: Database, row: Insertable<PlanTable>): Promise<void> {
  const { deadline, created_at } = row
  await db
    .insertInto('plans')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ deadline, created_at }))
    .execute()
}
