import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** The accounts on other sites that a user has linked. */
export const identityParts = {
  identities: (id) => sql`select provider, label, linked_at from identities where user_id = ${id} order by linked_at`,
} satisfies OwnData['parts']
