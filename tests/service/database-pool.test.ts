import { expect, test } from 'vitest'
import { lendDatabase } from '#world/database-pool.ts'
import { administer, createDatabase } from '#world/postgres.ts'
import { createWorld } from '#world/world.ts'

/** Everything that stands in a database: the rows of each table and the next number of each sequence. */
const contentOf = (url: string) =>
  administer(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and nspname !~ '^(pg_|information_schema)' order by 1`)
    const content: Record<string, unknown> = {}
    for (const { name } of tables)
      content[name] = (await client.query(`select json_agg(t order by t::text) as rows from ${name} t`)).rows[0].rows
    content.sequences = (
      await client.query('select schemaname, sequencename, last_value from pg_sequences order by 2')
    ).rows
    return content
  }, url)

test('what a world leaves is gone when its database is lent again', async () => {
  const fresh = await createDatabase()
  const world = await createWorld()
  const user = await world.user()
  await world.device(user)
  const url = world.databaseUrl
  await world.close()
  const again = await lendDatabase()
  expect(again.url).toBe(url)
  expect(await contentOf(again.url)).toEqual(await contentOf(fresh.url))
  await Promise.all([again.drop(), fresh.drop()])
})

test.for([
  ['a table', 'create table other (id int)'],
  ['a column', 'alter table users add column other int'],
  ['a rule', 'alter table transfers disable trigger user'],
  ['what the planner knows', 'analyze users'],
  ['a setting', `do $$ begin execute format('alter database %I set jit = off', current_database()); end $$`],
] as const)('a database in which %s was changed is not lent again', async ([, statement]) => {
  const one = await lendDatabase()
  await administer((client) => client.query(statement), one.url)
  await one.drop()
  const next = await lendDatabase()
  expect(next.url).not.toBe(one.url)
  await next.drop()
})
