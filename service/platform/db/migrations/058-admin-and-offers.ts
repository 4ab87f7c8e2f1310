import { type Kysely, sql } from 'kysely'

/** Keeps a column of a machine that follows from rows of another table, which name it as `gpu_id`. */
async function keepFlag(
  db: Kysely<unknown>,
  { table, column, where }: { table: string; column: string; where: string },
) {
  const isSo = (gpu: string) => `exists (select from ${table} as own where own.gpu_id = ${gpu} and ${where})`
  await sql
    .raw(`
      create function keep_${column}() returns trigger language plpgsql as $$
      begin
        update gpus set ${column} = not ${column} where id = new.gpu_id and ${column} <> ${isSo('gpus.id')};
        return null;
      end $$`)
    .execute(db)
  await sql
    .raw(`
      create trigger keep_${column} after insert or update of state, gpu_id on ${table}
      for each row when (new.gpu_id is not null) execute function keep_${column}()`)
    .execute(db)
  await sql.raw(`update gpus set ${column} = true where ${isSo('gpus.id')}`).execute(db)
}

/**
 * The parts of a machine's state that follow from other tables, and an index for each order of the market; triggers keep them, so that a node
 * of the version before does, too. Indexes for the lists of operators, and for what is looked for each minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gpus add column rented boolean not null default false, add column stopped boolean not null default false`.execute(
    db,
  )
  await keepFlag(db, {
    table: 'gpu_rentals',
    column: 'rented',
    where: `state in ('starting', 'running', 'stopping')`,
  })
  await keepFlag(db, { table: 'gpu_requests', column: 'stopped', where: `state = 'stopped'` })
  const orders = {
    price: 'price, id',
    gpu_price: '(price / greatest(count, 1)), id',
    memory: '(memory_mib * greatest(count, 1)) desc, price, id',
    reliability: 'reliability desc nulls last, price, id',
    newest: 'added_at desc, id',
  }
  for (const [name, columns] of Object.entries(orders))
    await sql.raw(`create index gpus_by_${name} on gpus (${columns}) where not stopped`).execute(db)
  // The choices of the filter are the distinct values of these.
  for (const [column, condition] of Object.entries({ model: 'and count > 0', region: '', count: '' }))
    await sql
      .raw(`create index gpus_choice_${column} on gpus (${column})
        where not stopped and driver is distinct from 'process' ${condition}`)
      .execute(db)
  await sql`create index users_by_time on users (created_at desc, id)`.execute(db)
  await sql`create index users_by_prefix on users (lower(username) text_pattern_ops)`.execute(db)
  await sql`create index users_by_name on users (lower(name) text_pattern_ops)`.execute(db)
  await sql`create index audit_by_time on audit (at desc, id)`.execute(db)
  await sql`create index withdrawals_by_time on withdrawals (requested_at, id)`.execute(db)
  await sql`create index broadcasts_by_time on broadcasts (created_at desc, id)`.execute(db)
  // Devices without a share in the ten minutes before their last report, or of which that is not known.
  await sql`
    create index devices_without_shares on devices (last_seen_at) where unbound_at is null and state = 'mining'
      and (recent_work is null or recent_work = 0 or recent_work_at is distinct from last_seen_at)`.execute(db)
  await sql`create index devices_hot on devices (hot_from) where hot_from is not null`.execute(db)
  await sql`create index device_alerts_idle on device_alerts (device_id) where idle_since is not null`.execute(db)
  await checkpoints(db)
}

/** How far the ledger was verified, signed, and the balances of its accounts there. */
async function checkpoints(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_checkpoints (
      sequence bigint primary key,
      hash text not null,
      -- The time of the last transfer, and SHA-256 over the balances.
      at timestamptz not null,
      balances text not null,
      signature text not null,
      verified_at timestamptz not null
    )`.execute(db)
  await sql`
    create table ledger_checked (
      account_id bigint primary key,
      balance numeric(60, 0) not null
    )`.execute(db)
}
