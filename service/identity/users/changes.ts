import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { CLOSED } from './queries.ts'

export async function setName(db: Database, userId: string, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute()
}

export async function setPasswordHash(db: Database, userId: string, hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function setPaymentPasswordHash(db: Database, userId: string, hash: string | null): Promise<void> {
  await db.updateTable('users').set({ payment_password_hash: hash }).where('id', '=', userId).execute()
}

/** Removes a user's personal data and the account's history. The row keeps its id. */
export async function anonymizeUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('security_events').where('user_id', '=', userId).execute()
  await db
    .updateTable('users')
    .set({
      username: `${userId.toLowerCase()}${CLOSED}`,
      name: '',
      password_hash: null,
      payment_password_hash: null,
    })
    .where('id', '=', userId)
    .execute()
}

/**
 * Makes withdrawals of a user wait until `until`, or as they waited before if that is later. Returns until when they wait.
 */
export async function lockWithdrawals(db: Database, userId: string, until: Date): Promise<Date> {
  const row = await db
    .updateTable('users')
    .set({ withdrawals_locked_until: sql<Date>`greatest(withdrawals_locked_until, ${until}::timestamptz)` })
    .where('id', '=', userId)
    .returning('withdrawals_locked_until as until')
    .executeTakeFirstOrThrow()
  return row.until ?? until
}
