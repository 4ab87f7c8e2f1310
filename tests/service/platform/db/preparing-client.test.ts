import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, type OpenDatabase } from '#service/platform/db/open.ts'
import { createDatabase } from '#world/postgres.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let opened: OpenDatabase
beforeAll(async () => {
  database = await createDatabase()
  opened = connect(database.url, (error) => expect.unreachable(error.message))
  await sql`create table kept (id integer primary key, word text not null)`.execute(opened.db)
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const often = async (statement: (turn: number) => Promise<unknown>) => {
  for (let turn = 1; turn <= 25; turn++) await statement(turn)
}
const prepared = async (db: Database, like: string) => {
  const found = await sql<{ times: string }>`
    select generic_plans + custom_plans as times from pg_prepared_statements where statement like ${like}`.execute(db)
  return found.rows.map(({ times }) => Number(times))
}

test('a frequent statement is prepared once per connection', async () => {
  await opened.db.connection().execute(async (db) => {
    await often((turn) => sql`insert into kept values (${turn}, ${`word ${turn}`})`.execute(db))
    const { rows } = await sql<{
      count: string
    }>`select count(*), min(word) as "first" from kept where id < ${20}`.execute(db)
    expect(rows).toEqual([{ count: '19', first: 'word 1' }])
    expect(await prepared(db, 'insert into kept%')).toEqual([5])
  })
})

test('database errors are the same as without it', async () => {
  await opened.db.connection().execute(async (db) => {
    const again = () => sql`insert into kept values (${1}, ${'again'})`.execute(db)
    await often(() => expect(again()).rejects.toMatchObject({ code: '23505' }))
    expect((await sql`select word from kept where id = ${1}`.execute(db)).rows).toEqual([{ word: 'word 1' }])
  })
})

test('a column that another version adds fails no statement', async () => {
  await opened.db.connection().execute(async (db) => {
    const all = () => sql`select * from kept where id = ${1}`.execute(db)
    const one = () => sql`select word, id * 2 as twice from kept where id = ${1}`.execute(db)
    const counted = () => sql`select count(*) as n from kept where id = ${1}`.execute(db)
    const read = async () => [...(await all()).rows, ...(await one()).rows, ...(await counted()).rows]
    await often(read)
    expect(await prepared(db, 'select count(*) as n from kept%')).toEqual([5])
    await sql`alter table kept add column extra text default 'more'`.execute(db)
    expect(await read()).toEqual([{ id: 1, word: 'word 1', extra: 'more' }, { word: 'word 1', twice: 2 }, { n: '1' }])
  })
})
