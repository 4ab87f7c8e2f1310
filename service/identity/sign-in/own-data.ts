import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** The stored data of a user's second factor. */
export const signInParts = {
  two_step: (id) => sql`
    select since, (select count(*) from recovery_codes where user_id = ${id} and used_at is null) as codes_left
    from second_factors where user_id = ${id} and since is not null`,
  two_step_lost: (id) => sql`select asked_at, due_at from factor_recoveries where user_id = ${id}`,
} satisfies OwnData['parts']
