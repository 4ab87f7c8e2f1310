import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#service/platform/db/open.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { until } from '#world/until.ts'

/** Time limit for a lock, and each new migration: the table that it locks, and what takes it back. */
const LOCK_MS = 50
const migrations = {
  '057-kept-sums': {
    table: 'devices',
    undo: `
      drop index devices_without_shares;
      drop table user_hours, device_days, earning_sums;
      drop function sum_device_hours_insert, sum_device_hours_update, sum_earnings_insert, sum_earnings_update cascade;
      alter table devices drop column recent_work, drop column recent_work_at`,
  },
  '058-admin-and-offers': {
    table: 'gpus',
    undo: `
      drop function keep_rented, keep_stopped cascade;
      alter table gpus drop column rented, drop column stopped;
      drop index users_by_time, users_by_prefix, users_by_name, audit_by_time, withdrawals_by_time, broadcasts_by_time,
        devices_without_shares, devices_hot, device_alerts_idle;
      drop index if exists gpus_choice_model, gpus_choice_region, gpus_choice_count;
      drop table ledger_checkpoints, ledger_checked`,
  },
}

let database: FreshDatabase
let reader: pg.Client
beforeEach(async () => {
  database = await createDatabase()
  reader = new pg.Client(database.url)
  await reader.connect()
})
afterEach(async () => {
  await reader.end()
  await database.drop()
})

test.each(Object.entries(migrations))(
  '%s gives way to those who come behind it while a long read is open',
  async (name, { table, undo }) => {
    await reader.query(undo)
    await reader.query('delete from kysely_migration where name = $1', [name])
    await reader.query(`begin; select from ${table}`)
    const migrated = openDatabase(database.url, () => undefined, { lockMs: LOCK_MS })
    const others = new pg.Client(database.url)
    await others.connect()
    // It asks for its lock, and another read that comes behind it is answered although the long one stays open.
    await until(async () => {
      const { rows } = await others.query(`select from pg_locks where relation = $1::regclass and not granted`, [table])
      return rows.length > 0 || undefined
    })
    await others.query(`select from ${table}`)
    expect((await others.query('select from kysely_migration where name = $1', [name])).rows).toHaveLength(0)
    await reader.query('commit')
    await (await migrated).close()
    expect((await others.query('select from kysely_migration where name = $1', [name])).rows).toHaveLength(1)
    await others.end()
  },
)
