import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const identityOwnData: OwnData = {
  parts: {
    account: (id) => sql`
      select id, username as email, name, invite_code, created_at, inviter_id is not null as was_invited,
        password_hash is not null as has_password, payment_password_hash is not null as has_payment_password,
        withdrawals_locked_until from users where id = ${id}`,
    closing: (id) => sql`
      select asked_at, closes_at, balance as amount, 'USDT' as coin from account_closings where user_id = ${id}`,
    sessions: (id) =>
      sql`select browser, created_at, last_seen_at, ended_at from sessions where user_id = ${id} order by created_at desc`,
    history: (id) =>
      sql`select at, kind, detail, browser, network from security_events where user_id = ${id} order by at desc`,
    passkeys: (id) =>
      sql`select name, created_at, last_used_at from passkeys where user_id = ${id} order by created_at desc`,
    two_step: (id) => sql`
      select since, (select count(*) from recovery_codes where user_id = ${id} and used_at is null) as codes_left
      from second_factors where user_id = ${id} and since is not null`,
    two_step_lost: (id) => sql`select asked_at, due_at from factor_recoveries where user_id = ${id}`,
    protection_refused: (id) => sql`select at from protect_refusals where user_id = ${id}`,
    identities: (id) => sql`select provider, label, linked_at from identities where user_id = ${id} order by linked_at`,
  },
}
