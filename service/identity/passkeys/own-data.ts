import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** The passkeys of a user. */
export const passkeyParts = {
  passkeys: (id) =>
    sql`select name, created_at, last_used_at from passkeys where user_id = ${id} order by created_at desc`,
} satisfies OwnData['parts']
