import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** The stored data of a user, and the history of the account. */
export const userParts = {
  account: (id) => sql`
    select id, username as email, name, invite_code, created_at, inviter_id is not null as was_invited,
      password_hash is not null as has_password, payment_password_hash is not null as has_payment_password,
      withdrawals_locked_until, terms_version, privacy_version from users where id = ${id}`,
  legal_acceptances: (id) =>
    sql`select legal, version, at from legal_acceptances where user_id = ${id} order by at, legal`,
  history: (id) =>
    sql`select at, kind, detail, browser, network from security_events where user_id = ${id} order by at desc`,
} satisfies OwnData['parts']
