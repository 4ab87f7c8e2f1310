import { sql } from 'kysely'
import type { OwnData } from '../own-data.ts'

/** The sessions of a user. */
export const sessionParts = {
  sessions: (id) =>
    sql`select browser, created_at, last_seen_at, ended_at from sessions where user_id = ${id} order by created_at desc`,
} satisfies OwnData['parts']
