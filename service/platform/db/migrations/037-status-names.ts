import { type Kysely, sql } from 'kysely'

const tables = ['earnings', 'orders', 'plans', 'withdrawals', 'withdrawal_steps'] as const

/**
 * Statuses and types become names, as those of orders were from the start. Each table is rewritten once with its rows
 * unchanged: no trigger of an append-only table fires. Checks and partial indexes that compare numbers are dropped before that
 * and recreated with the names. Older nodes do not know the names: stop them first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // All locks first: otherwise a deadlock could undo a rewrite.
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(db)
  await withdrawals(db)
  await lines(db)
  await earnings(db)
  // With the column went the figures by which plans are made. An empty table has none yet, and is planned as one that grows.
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

async function withdrawals(db: Kysely<unknown>): Promise<void> {
  const names = sql`
    case status when 0 then 'pending' when 1 then 'approved' when 2 then 'refused' when 3 then 'credited'
      when -1 then 'cancelled' end`
  const known = sql`status in ('pending', 'approved', 'refused', 'credited', 'cancelled')`
  await sql`drop index withdrawals_open`.execute(db)
  await sql`
    alter table withdrawals
      drop constraint withdrawals_status_check,
      drop constraint withdrawals_check1,
      drop constraint withdrawals_check2,
      alter column status type text using ${names},
      add constraint withdrawals_status_check check (${known}),
      add constraint withdrawals_closed_check check ((closed_at is null) = (status in ('pending', 'approved'))),
      add constraint withdrawals_reason_check check ((reason is null) = (status <> 'refused'))`.execute(db)
  await sql`
    create index withdrawals_open on withdrawals (requested_at, id) where status in ('pending', 'approved')`.execute(db)
  await sql`
    alter table withdrawal_steps
      alter column status type text using ${names},
      add constraint withdrawal_steps_status_check check (${known})`.execute(db)
}

/** Types of plans and of their orders. */
async function lines(db: Kysely<unknown>): Promise<void> {
  const names = sql`case type when 1 then 'cloud-mining' when 2 then 'mining-agent' end`
  const known = sql`type in ('cloud-mining', 'mining-agent')`
  await sql`
    alter table plans
      drop constraint plans_type_check,
      alter column type type text using ${names},
      add constraint plans_type_check check (${known})`.execute(db)
  await sql`
    alter table orders
      alter column type type text using ${names},
      add constraint orders_type_check check (${known})`.execute(db)
}

async function earnings(db: Kysely<unknown>): Promise<void> {
  await sql`drop index earnings_by_day`.execute(db)
  await sql`
    alter table earnings
      drop constraint earnings_type_check,
      alter column type type text using case type when 0 then 'pc' when 1 then 'cloud' when 2 then 'ambassador' end,
      add constraint earnings_type_check check (type in ('pc', 'cloud', 'ambassador'))`.execute(db)
  await sql`create index earnings_by_day on earnings (day, user_id) where type = 'pc'`.execute(db)
}
