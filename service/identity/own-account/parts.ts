import { type RawBuilder, sql } from 'kysely'
import { earningType } from '#lib/contract/earnings.ts'
import { withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { numberOf } from '#service/platform/enum-codec.ts'

export type Row = Record<string, unknown>
type Part = (userId: string) => RawBuilder<Row>

/**
 * Parts of an account's data: no hashes, no secrets, nothing of anybody else. `amount`, `fee` and `receive` are in the row's
 * `coin`. A table that leads to a user and is neither here nor left out with a reason fails a test.
 */
const person: Readonly<Record<string, Part>> = {
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
  release_mails: (id) => sql`
    select platform, asked_at from release_mails join users on email = username where users.id = ${id} order by platform`,
  reports: (id) => sql`
    select reports.id, category, contact, browser, client_version, author, content, report_words.at,
      (select count(*) from report_pictures where report_id = reports.id) as pictures
    from reports join report_words on report_id = reports.id
    where reports.user_id = ${id} order by report_words.at desc`,
  messages: (id) =>
    sql`select category, kind, details, at, read_at from user_messages where user_id = ${id} order by at desc`,
  notices_read: (id) => sql`
    select title, read_at from notice_reads join notices on notices.id = notice_id where user_id = ${id}
    union all select 'all until then', read_until from notice_marks where user_id = ${id} order by 2 desc`,
  alert_settings: (id) =>
    sql`select lang, zone, quiet_from, quiet_to, offline_minutes, digest from alert_settings where user_id = ${id}`,
  alert_choices: (id) =>
    sql`select event, channel, is_on from alert_choices where user_id = ${id} order by event, channel`,
  alert_addresses: (id) => sql`
    select 'webhook' as channel, url as address from alert_webhooks where user_id = ${id}
    union all select 'chat', chat_id from alert_chats where user_id = ${id}
    union all select 'push', browser from push_subscriptions where user_id = ${id}`,
  alert_balance: (id) =>
    sql`select threshold as amount, 'USDT' as coin, told from balance_alerts where user_id = ${id}`,
  alert_devices: (id) => sql`
    select name, is_muted from device_alerts join devices on devices.id = device_id where user_id = ${id} order by name`,
  watch_links: (id) => sql`select made_at from watch_links where user_id = ${id}`,
}

const money: Readonly<Record<string, Part>> = {
  balances: (id) =>
    sql`select coin, kind, balance as amount from ledger_accounts where owner = ${id} order by coin, kind`,
  balance_history: (id) => sql`
    select at, transfers.kind as what, coin, ledger_accounts.kind, amount from entries
    join transfers using (sequence) join ledger_accounts on ledger_accounts.id = account_id
    where owner = ${id} order by sequence desc`,
  wallets: (id) =>
    sql`select name, coin, chain, address, created_at from wallets where user_id = ${id} order by created_at desc`,
  wallet_addresses: (id) => sql`
    select name, wallet_addresses.address, since from wallet_addresses join wallets on wallets.id = wallet_id
    where user_id = ${id} order by since desc`,
  withdrawals: (id) => sql`
    select id, coin, chain, address, amount, fee, receive, ${numberOf('status', withdrawalStatus)} as status,
      requested_at, closed_at, reason, reason_zh,
      (select transaction_id from payouts where withdrawal_id = withdrawals.id) as transaction_id
    from withdrawals where user_id = ${id} order by requested_at desc`,
  withdrawal_steps: (id) => sql`
    select withdrawal_id, ${numberOf('withdrawal_steps.status', withdrawalStatus)} as status, at from withdrawal_steps
    join withdrawals on withdrawals.id = withdrawal_id where user_id = ${id} order by at desc`,
  recharges: (id) => sql`
    select id, network, address, amount, 'USDT' as coin, asked_at from recharges
    where user_id = ${id} order by asked_at desc`,
  payments: (id) => sql`
    select purpose, subject_id as paid_for, chain_receipts.network, address, transaction_id, sender,
      chain_receipts.amount, 'USDT' as coin, state, seen_at
    from chain_receipts join deposit_addresses on number = deposit where user_id = ${id} order by seen_at desc`,
  payments_named: (id) => sql`
    select purpose, subject_id as paid_for, named_transactions.network, transaction_id, named_at, outcome
    from named_transactions join deposit_addresses on number = deposit
    where user_id = ${id} and named_by = 'payer' order by named_at desc`,
  refunds: (id) => sql`
    select id, network, address, amount, 'USDT' as coin, reason, reason_zh, begun_at, outcome, ended_at
    from refunds where user_id = ${id} order by begun_at desc`,
  orders: (id) => sql`
    select id, title, coin as mines, quantity, amount, 'USDT' as coin, network, status, ordered_at, paid_at, runs_from,
      ends_at, cancelled_at from orders where user_id = ${id} order by ordered_at desc`,
}

const work: Readonly<Record<string, Part>> = {
  devices: (id) =>
    sql`select name, bound_at, unbound_at, last_seen_at from devices where user_id = ${id} order by bound_at desc`,
  device_hours: (id) => sql`
    select name, project, hour, seconds, accepted, refused from device_hours join devices on devices.id = device_id
    where user_id = ${id} order by hour desc`,
  device_events: (id) => sql`
    select name, at, kind, detail from device_events join devices on devices.id = device_id
    where user_id = ${id} order by at desc`,
  earnings: (id) => sql`
    select day, coin, ${numberOf('type', earningType)} as type, amount from earnings
    where user_id = ${id} order by day desc`,
  points: (id) =>
    sql`select day, source, amount as points, credited_at from points where user_id = ${id} order by number desc`,
  tasks: (id) => sql`
    select title, task_entries.period, status, proof, task_entries.points, asked_at, verified_at
    from task_entries join tasks on tasks.id = task_id where user_id = ${id} order by asked_at desc`,
  invitations: (id) => sql`
    select id, registered_at, linked_at, valid_day, reward as points, paid_at, reminded_at from invitations
    where inviter_id = ${id} order by registered_at desc`,
  invitation_shares: (id) => sql`
    select day, invitation_shares.points, invitation_shares.paid_at, reversed_at, invitations.id as invitation
    from invitation_shares join invitations using (invitee_id)
    where invitation_shares.inviter_id = ${id} order by day desc`,
  ambassador: (id) => sql`select level, since, level_since from ambassadors where user_id = ${id}`,
  ambassador_applications: (id) => sql`
    select contact, friends, asked_at, state, decided_at, reason, reason_zh
    from ambassador_applications where user_id = ${id} order by asked_at desc`,
  ambassador_levels: (id) => sql`
    select day, level_before, level_after, cause, reason, reason_zh from ambassador_history
    where user_id = ${id} order by id desc`,
  ambassador_days: (id) =>
    sql`select day, level, direct, both_tiers, fresh from ambassador_days where user_id = ${id} order by day desc`,
  ambassador_earnings: (id) =>
    sql`select day, coin, tier, level, amount from ambassador_profits where user_id = ${id} order by day desc`,
  ssh_keys: (id) =>
    sql`select name, type, base64, fingerprint, added_at from gpu_keys where user_id = ${id} order by added_at desc`,
  gpu_rentals: (id) => sql`
    select id, gpu_id, image, hours, state, reason, paid as amount, 'USDT' as coin, rented_at, ended_at
    from gpu_rentals where user_id = ${id} order by rented_at desc`,
  gpu_rental_hours: (id) => sql`
    select rental_id, begins_at, amount, 'USDT' as coin, returned_at from gpu_rental_hours
    join gpu_rentals on gpu_rentals.id = rental_id where user_id = ${id} order by begins_at desc`,
  gpu_rental_events: (id) => sql`
    select rental_id, at, kind, detail from gpu_events join gpu_rentals on gpu_rentals.id = rental_id
    where user_id = ${id} order by at desc`,
  gpu_waits: (id) => sql`
    select gpu_id, since from gpu_waits where user_id = ${id} order by since desc`,
  gpu_warnings: (id) => sql`select hours from gpu_warnings where user_id = ${id}`,
  gpu_machines: (id) => sql`
    select id, model, count, cpu, cores, region, price as amount, 'USDT' as coin, longest_hours, address, paused, added_at,
      last_seen_at from gpus where owner_id = ${id} order by added_at desc`,
  gpu_requests: (id) => sql`
    select id, name, region, network_mbps, about, price as amount, 'USDT' as coin, state, asked_at, decided_at, reason, reason_zh,
      gpu_id
    from gpu_requests where user_id = ${id} order by asked_at desc`,
  gpu_earnings: (id) =>
    sql`select day, gpu_id, hours, amount, 'USDT' as coin from gpu_earnings where user_id = ${id} order by day desc`,
}

export const parts: Readonly<Record<string, Part>> = { ...person, ...money, ...work }
