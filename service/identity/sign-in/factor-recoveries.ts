import type { Insertable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { FactorRecoveryTable } from './tables.ts'

/** The wait after which a lost second factor of a user is taken away. */
export const recoveryOf = (db: Database, userId: string) =>
  db.selectFrom('factor_recoveries').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Users whose wait is over at `now`, or ends before `remindBefore` without a reminder sent. */
export const recoveriesDue = (db: Database, { now, remindBefore }: { now: Date; remindBefore: Date }) =>
  db
    .selectFrom('factor_recoveries')
    .select('user_id')
    .where('due_at', '<=', remindBefore)
    .where((row) => row.or([row('reminded_at', 'is', null), row('due_at', '<=', now)]))
    .execute()

export async function addRecovery(db: Database, row: Insertable<FactorRecoveryTable>): Promise<void> {
  await db.insertInto('factor_recoveries').values(row).execute()
}

export async function markReminded(db: Database, userId: string, at: Date): Promise<void> {
  await db.updateTable('factor_recoveries').set({ reminded_at: at }).where('user_id', '=', userId).execute()
}

/** Says whether there was one. */
export async function removeRecovery(db: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('factor_recoveries').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
