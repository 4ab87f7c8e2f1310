import { sql } from 'kysely'
import { type Asset, fromUnits } from '#lib/money/coins.ts'
import type { Context } from '../../context.ts'
import { snapshot } from '../../db/snapshot.ts'

/** Rows of a part at most: an answer is one, and nobody reads more by hand. The newest are kept. */
const MOST = 5000

type Row = Record<string, unknown>

/** Parts of an account's data: no hashes, no secrets, nothing of anybody else. */
const queries: Readonly<Record<string, (userId: string) => ReturnType<typeof sql<Row>>>> = {
  account: (id) => sql`select id, username as email, name, invite_code, created_at from users where id = ${id}`,
  sessions: (id) =>
    sql`select browser, created_at, last_seen_at, ended_at from sessions where user_id = ${id} order by created_at desc`,
  history: (id) =>
    sql`select at, kind, detail, browser, network from security_events where user_id = ${id} order by at desc`,
  passkeys: (id) =>
    sql`select name, created_at, last_used_at from passkeys where user_id = ${id} order by created_at desc`,
  identities: (id) => sql`select provider, label, linked_at from identities where user_id = ${id} order by linked_at`,
  release_mails: (id) => sql`
    select platform, asked_at from release_mails join users on email = username where users.id = ${id} order by platform`,
  wallets: (id) =>
    sql`select name, coin, chain, address, created_at from wallets where user_id = ${id} order by created_at desc`,
  withdrawals: (id) => sql`
    select id, coin, chain, address, amount, fee, receive, status, requested_at, closed_at, reason, reason_zh
    from withdrawals where user_id = ${id} order by requested_at desc`,
  balances: (id) =>
    sql`select coin, kind, balance as amount from ledger_accounts where owner = ${id} order by coin, kind`,
  devices: (id) =>
    sql`select name, bound_at, unbound_at, last_seen_at from devices where user_id = ${id} order by bound_at desc`,
  earnings: (id) => sql`select day, coin, type, amount from earnings where user_id = ${id} order by day desc`,
  points: (id) =>
    sql`select day, source, amount as points, credited_at from points where user_id = ${id} order by number desc`,
  orders: (id) => sql`
    select id, title, coin as mines, quantity, amount, 'USDT' as coin, network, status, ordered_at, paid_at
    from orders where user_id = ${id} order by ordered_at desc`,
  reports: (id) => sql`
    select reports.id, author, content, report_words.at from reports join report_words on report_id = reports.id
    where user_id = ${id} order by report_words.at desc`,
  messages: (id) =>
    sql`select category, kind, details, at, read_at from user_messages where user_id = ${id} order by at desc`,
  recharges: (id) => sql`
    select id, network, address, amount, 'USDT' as coin, asked_at from recharges
    where user_id = ${id} order by asked_at desc`,
  refunds: (id) => sql`
    select id, network, address, amount, 'USDT' as coin, reason, reason_zh, begun_at, outcome, ended_at
    from refunds where user_id = ${id} order by begun_at desc`,
  gpu_rentals: (id) => sql`
    select id, gpu_id, image, hours, state, reason, paid as amount, 'USDT' as coin, rented_at, ended_at
    from gpu_rentals where user_id = ${id} order by rented_at desc`,
  ssh_keys: (id) =>
    sql`select name, type, base64, fingerprint, added_at from gpu_keys where user_id = ${id} order by added_at desc`,
  tasks: (id) => sql`
    select title, task_entries.period, status, proof, task_entries.points, asked_at, verified_at
    from task_entries join tasks on tasks.id = task_id where user_id = ${id} order by asked_at desc`,
  ambassador_applications: (id) => sql`
    select contact, friends, asked_at, state, decided_at, reason, reason_zh
    from ambassador_applications where user_id = ${id} order by asked_at desc`,
  ambassador_earnings: (id) =>
    sql`select day, coin, tier, level, amount from ambassador_profits where user_id = ${id} order by day desc`,
  alert_settings: (id) =>
    sql`select lang, zone, quiet_from, quiet_to, offline_minutes, digest from alert_settings where user_id = ${id}`,
  alert_choices: (id) =>
    sql`select event, channel, is_on from alert_choices where user_id = ${id} order by event, channel`,
  alert_addresses: (id) => sql`
    select 'webhook' as channel, url as address from alert_webhooks where user_id = ${id}
    union all select 'chat', chat_id from alert_chats where user_id = ${id}
    union all select 'push', browser from push_subscriptions where user_id = ${id}`,
}

const money = ['amount', 'fee', 'receive']

/** As a reader's program takes it: amounts in decimals of their coin, times in ISO 8601. */
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()]
      if (typeof value === 'bigint')
        return [
          name,
          money.includes(name) && typeof row.coin === 'string' ? fromUnits(value, row.coin as Asset) : String(value),
        ]
      return [name, value]
    }),
  )

/** All of it as it stood at one moment. */
export const exportOf = (ctx: Context, userId: string): Promise<Record<string, Row[]>> =>
  snapshot(ctx.db, async (db) => {
    const data: Record<string, Row[]> = {}
    for (const [name, query] of Object.entries(queries)) {
      const { rows } = await sql<Row>`select * from (${query(userId)}) as part limit ${MOST}`.execute(db)
      data[name] = rows.map(plain)
    }
    return data
  })
