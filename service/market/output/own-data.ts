import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const outputOwnData: OwnData = {
  parts: {
    watch_links: (id) => sql`select made_at from watch_links where user_id = ${id}`,
  },
  personal: ['watch_links'],
}
