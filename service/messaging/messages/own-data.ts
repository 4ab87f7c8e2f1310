import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const messagesOwnData: OwnData = {
  parts: {
    messages: (id) =>
      sql`select category, kind, details, at, read_at from user_messages where user_id = ${id} order by at desc`,
  },
}
