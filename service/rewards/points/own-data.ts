import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const pointsOwnData: OwnData = {
  parts: {
    points: (id) =>
      sql`select day, source, amount as points, credited_at from points where user_id = ${id} order by number desc`,
  },
}
