import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const noticesOwnData: OwnData = {
  parts: {
    notices_read: (id) => sql`
      select title, read_at from notice_reads join notices on notices.id = notice_id where user_id = ${id}
      union all select 'all until then', read_until from notice_marks where user_id = ${id} order by 2 desc`,
  },
  personal: ['notice_reads', 'notice_marks'],
}
