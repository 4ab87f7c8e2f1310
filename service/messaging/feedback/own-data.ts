import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const feedbackOwnData: OwnData = {
  parts: {
    reports: (id) => sql`
      select reports.id, category, contact, browser, client_version, author, content, report_words.at,
        (select count(*) from report_pictures where report_id = reports.id) as pictures
      from reports join report_words on report_id = reports.id
      where reports.user_id = ${id} order by report_words.at desc`,
  },
  async forget(db, { userId }) {
    await db.updateTable('reports').set({ contact: '', browser: null }).where('user_id', '=', userId).execute()
  },
}
