import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** Whether a user does not want to be asked for better protection. */
export const refusalParts = {
  protection_refused: (id) => sql`select at from protect_refusals where user_id = ${id}`,
} satisfies OwnData['parts']
