import type { Insertable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { AlertSettingTable } from './tables.ts'

type Settings = Omit<Insertable<AlertSettingTable>, 'user_id' | 'digest_at'> &
  Pick<Required<Insertable<AlertSettingTable>>, 'digest'>

/** Saves a user's notification settings. */
export async function saveSettings(
  db: Database,
  { userId, settings, now }: { userId: string; settings: Settings; now: Date },
): Promise<void> {
  await db
    .insertInto('alert_settings')
    .values({ user_id: userId, ...settings, digest_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(({ eb, ref, val }) => ({
        ...settings,
        // The first digest is of the days from the choice on.
        digest_at: eb
          .case()
          .when('alert_settings.digest', '=', settings.digest)
          .then(ref('alert_settings.digest_at'))
          .else(val(now))
          .end(),
      })),
    )
    .execute()
}

/** Marks the digests of users as written. */
export async function markDigestsWritten(db: Database, userIds: readonly string[], at: Date): Promise<void> {
  if (userIds.length > 0)
    await db.updateTable('alert_settings').set({ digest_at: at }).where('user_id', 'in', userIds).execute()
}
