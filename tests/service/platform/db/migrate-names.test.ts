import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#service/platform/db/migrations/index.ts'
import { connect, type Database, openDatabase } from '#service/platform/db/open.ts'
import { createDatabase } from '#world/postgres.ts'

/** Fills a database whose tables end with an older change, opens it as the service does, and looks at it before and after. */
async function changed<T>(last: string, { rows, read }: { rows: readonly string[]; read(db: Database): Promise<T> }) {
  const database = await createDatabase('none')
  const older = connect(database.url, () => undefined)
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db: older.db, provider }).migrateTo(last)
  if (error) throw error
  for (const row of rows) await sql.raw(row).execute(older.db)
  const before = await read(older.db)
  await older.close()
  const { db, close } = await openDatabase(database.url, () => undefined)
  const end = () => close().then(database.drop)
  return { db, end, before, after: await read(db) }
}

const numbers = `(values ('pending', 0, '{0}'::int[]), ('approved', 1, '{0,1}'), ('refused', 2, '{0,1,2}'),
  ('credited', 3, '{0,1,3}'), ('cancelled', -1, '{0,-1}')) as of (name, status, steps)`

/** For every status and type, the number of a row and its name. */
const rows = [
  `insert into users (id, username, name, password_hash, invite_code, created_at) values ('u', 'u', 'u', '', 'u', now())`,
  `insert into wallets values ('w', 'u', 'w', 'ALEO', 'ALEO', 'aleo1', now(), now())`,
  `insert into withdrawals
   select name, 'u', name, 'w', 'w', 'ALEO', 'ALEO', 'aleo1', 500, 1, 50, 450, false, status, 'en', now(), now(), null,
     case when status not in (0, 1) then now() end, case status when 2 then 'no' end from ${numbers}`,
  `insert into withdrawal_steps select name, step, steps[step], now(), 'user' from ${numbers}, generate_subscripts(steps, 1) as step`,
  `insert into untold_steps select withdrawal_id, step from withdrawal_steps`,
  `insert into orders (id, user_id, request_id, plan_id, type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price,
     quantity, fee, amount, rate, rate_day, network, lang, status, exception, ordered_at, expires_at)
   select id, 'u', id, id, type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price,
     1, 0, price, 1, '2026-03-01', 'BSC', 'en', 'pending', 'none', now(), now() from plans`,
  `insert into earnings
   select name, 'u', 'ALEO', type, 'source', '2026-03-01', 1, 1, now(), now(), null, 0
   from (values ('pc', 0), ('cloud', 1), ('ambassador', 2)) as of (name, type)`,
]

/** Every row of a table as JSON, in one order. */
const all = async (db: Database, table: string) => {
  const found = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} as t order by 1`.execute(db)
  return found.rows.map(({ row }) => row)
}
const statusOf: Record<number, string> = { 0: 'pending', 1: 'approved', 2: 'refused', 3: 'credited', [-1]: 'cancelled' }
const lineOf: Record<number, string> = { 1: 'cloud-mining', 2: 'mining-agent' }
const typeOf: Record<number, string> = { 0: 'pc', 1: 'cloud', 2: 'ambassador' }
const columns = [
  ['withdrawals', 'status', statusOf],
  ['withdrawal_steps', 'status', statusOf],
  ['plans', 'type', lineOf],
  ['orders', 'type', lineOf],
  ['earnings', 'type', typeOf],
] as const

test('statuses and types change from numbers to names, and every row is unchanged', async () => {
  const read = async (db: Database) => ({
    tables: await Promise.all(columns.map(([table]) => all(db, table))),
    untold: await all(db, 'untold_steps'),
  })
  const { db, end, before, after } = await changed('036-operators', { rows, read })
  try {
    expect(after.untold).toEqual(before.untold)
    for (const [index, [table, column, names]] of columns.entries()) {
      const named = before.tables[index]?.map((row) => ({ ...row, [column]: names[row[column] as number] }))
      expect(new Set(named?.map((row) => row[column as keyof typeof row])), table).toEqual(
        new Set(Object.values(names)),
      )
      expect(after.tables[index], table).toEqual(expect.arrayContaining(named ?? []))
      expect(after.tables[index], table).toHaveLength(named?.length ?? -1)
    }
    const refused = [
      [`update withdrawals set status = '3' where id = 'credited'`, 'withdrawals_status_check'],
      [`update withdrawals set status = 'pending' where id = 'credited'`, 'withdrawals_closed_check'],
      [`update withdrawals set status = 'refused' where id = 'credited'`, 'withdrawals_reason_check'],
      [`insert into withdrawal_steps values ('pending', 9, '1', now(), 'user')`, 'withdrawal_steps_status_check'],
      [`delete from withdrawal_steps`, 'append only'],
      [`update plans set type = '1'`, 'plans_type_check'],
      [`update orders set type = '1'`, 'orders_type_check'],
      [`update earnings set type = '0'`, 'earnings_type_check'],
      [`update earnings set type = 'pc'`, 'unique'],
    ] as const
    for (const [text, why] of refused) await expect(sql.raw(text).execute(db), text).rejects.toThrow(why)
    const indexes = await sql<{ name: string }>`
      select indexname as name from pg_indexes
      where indexdef like '%WHERE%pending%approved%' or indexdef like '%WHERE%''pc''%' order by 1`.execute(db)
    expect(indexes.rows.map(({ name }) => name)).toEqual(['earnings_by_day', 'withdrawals_open'])
  } finally {
    await end()
  }
})
