import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/** Rows that a user gets in each list: more than a page, with few values, so that many are equal but for their ids. */
export const ROWS = 47

const n = sql`generate_series(1, ${ROWS}) as n`

async function addWithdrawals(db: Database, user: string): Promise<void> {
  await sql`insert into wallets values ('wallet-' || ${user}, ${user}, 'w', 'ALEO', 'ALEO', 'aleo1', now(), now())`.execute(
    db,
  )
  await sql`
    insert into withdrawals (id, user_id, request_id, wallet_id, address_name, coin, chain, address, amount, fee_id, fee, receive,
      small, status, lang, requested_at, address_held_until, closed_at)
    select md5(${user} || n), ${user}, n, 'wallet-' || ${user}, 'w', coin, chain, 'a', 1000 + n % 3, 1, 50, 950 + n % 3,
      false, status, 'en', 'epoch'::timestamptz + n % 4 * interval '1.234 days', now(), case status when 'cancelled' then now() end
    from ${n}
    cross join lateral (select (array['ALEO', 'GRASS', 'USDT'])[1 + n % 3] as coin, (array['ALEO', 'SOLANA', 'BSC'])[1 + n % 3] as chain,
      (array['pending', 'approved', 'cancelled'])[1 + n / 7 % 3] as status) as values`.execute(db)
}

async function addOrders(db: Database, user: string): Promise<void> {
  await sql`
    insert into orders (id, user_id, request_id, plan_id, type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price,
      quantity, fee, amount, rate, rate_day, network, lang, status, exception, ordered_at, expires_at, cancelled_at, cancel_reason)
    select md5(${user} || n), ${user}, n, id, type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price,
      1 + n % 4, n % 2, price * (1 + n % 4) + n % 2, 1, '2026-03-01', 'balance', 'en', status, 'none',
      'epoch'::timestamptz + n % 5 * interval '1 day', now(), case status when 'cancel' then now() end,
      case status when 'cancel' then 'user' end
    from ${n} join plans on id = 'aleo-50-90'
    cross join lateral (select (array['pending', 'cancel'])[1 + n / 5 % 2] as status) as values`.execute(db)
}

async function addRecharges(db: Database, user: string): Promise<void> {
  await sql`
    with numbers as (select n, nextval('deposit_numbers') as number from ${n}), added as (
      insert into recharges (id, user_id, request_id, network, amount, address, asked_at)
      select md5(${user} || n), ${user}, n, 'ETHEREUM', 1000000 * (1 + n % 3), '0x' || lpad(number::text, 40, '0'), 'epoch'::timestamptz + n % 4 * interval '1 day'
      from numbers)
    insert into deposit_addresses (number, address, key_id, purpose, subject_id, user_id, network, amount, opened_at)
    select number, '0x' || lpad(number::text, 40, '0'), 'k', 'recharge', md5(${user} || n), ${user}, 'ETHEREUM', 1000000 * (1 + n % 3), now() from numbers`.execute(
    db,
  )
}

/** Movements of the balance. The hashes are no hashes: no list reads them. */
async function addMovements(db: Database, user: string): Promise<void> {
  await sql`
    insert into ledger_accounts (owner, coin, kind, balance)
    values (${user}, 'USDT', 'balance', 1000), ('platform', 'USDT', 'rentals', 0) on conflict do nothing`.execute(db)
  const { sequence } = await db.selectFrom('ledger_head').select('sequence').executeTakeFirstOrThrow()
  await sql`
    insert into transfers (sequence, operation, kind, at, hash)
    select ${sequence}::bigint + n, 'rental/' || ${user} || '/' || n, 'rental-hour', 'epoch'::timestamptz + n / 9 * interval '1 hour', 'x'
    from ${n}`.execute(db)
  await sql`
    insert into entries (sequence, account_id, amount)
    select ${sequence}::bigint + n, id, case owner when 'platform' then 1 else -1 end * (1 + n % 3)
    from ${n}, ledger_accounts
    where coin = 'USDT' and ((owner = ${user} and kind = 'balance') or (owner = 'platform' and kind = 'rentals'))`.execute(
    db,
  )
  await sql`update ledger_head set sequence = sequence + ${ROWS}`.execute(db)
}

async function addRewards(db: Database, user: string): Promise<void> {
  await sql`
    insert into earnings (id, user_id, coin, type, source_id, day, work, amount, settled_at, release_at)
    select md5(${user} || n), ${user}, (array['ALEO', 'GRASS'])[1 + n % 2], 'pc', ${user} || n, '2026-02-01'::date + n % 5, 1, 7 + n / 4 % 3,
      now(), now() from ${n}`.execute(db)
  await sql`
    insert into ambassador_profits (user_id, day, coin, tier, level, basis_points, base, amount)
    select ${user}, '2026-02-01'::date + n / 4, (array['ALEO', 'GRASS'])[1 + n % 2], 1 + n / 2 % 2, 1, 500, 100, 5 + n % 3 from ${n}`.execute(
    db,
  )
}

/** Entries of points, which no balance has. */
export async function addPoints(db: Database, user: string): Promise<void> {
  await sql`
    insert into points (id, user_id, source, day, amount, operation, why, credited_at)
    select md5(${user} || n), ${user}, 'mining', '2026-02-01'::date + n % 5, case n % 4 when 0 then -5 else n % 4 end, ${user} || n,
      '{"kind": "mined", "values": {"day": "2026-02-01"}}', now() from ${n}`.execute(db)
}

/** Fills every list that the service sorts, for one user. Amounts and hashes do not add up: only lists read them. */
export async function fillLists(db: Database, user: string): Promise<void> {
  for (const add of [addWithdrawals, addOrders, addRecharges, addMovements, addRewards, addPoints]) await add(db, user)
}
