import type { Database } from '#service/platform/db/open.ts'

/** Makes the pending withdrawals of a user wait until `until`. */
export async function holdPending(db: Database, { userId, until }: { userId: string; until: Date }): Promise<void> {
  await db
    .updateTable('withdrawals')
    .set({ credentials_held_until: until })
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute()
}
