import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const versionsOwnData: OwnData = {
  parts: {
    release_mails: (id) => sql`
      select platform, asked_at from release_mails join users on email = username where users.id = ${id} order by platform`,
  },
  async forget(db, { username }) {
    await db.deleteFrom('release_mails').where('email', '=', username).execute()
  },
}
