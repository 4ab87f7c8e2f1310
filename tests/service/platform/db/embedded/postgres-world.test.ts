import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await createDatabase()
  return database.drop
})

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test('gives each file an empty database of PostgreSQL 18', async () => {
  const other = await createDatabase()
  expect(other.url).not.toBe(database.url)
  await query(database.url, 'create table mine (id int)')
  const tables = `select count(*)::int from pg_tables where tablename = 'mine'`
  expect(await query(database.url, tables)).toEqual([1])
  expect(await query(other.url, tables)).toEqual([0])
  expect(await query(other.url, 'show server_version')).toEqual([expect.stringMatching(/^18/)])
  await other.drop()
})

test('drops a database that is still in use', async () => {
  const other = await createDatabase()
  const client = new pg.Client(other.url)
  client.on('error', () => {})
  await client.connect()
  await other.drop()
  await expect(query(other.url, 'select 1')).rejects.toThrow('does not exist')
  await client.end()
})

test('copies the template when there is one', async () => {
  const template = await createDatabase()
  await query(template.url, 'create table from_template as select 7 as n')
  const copy = await createDatabase(new URL(template.url).pathname.slice(1))
  expect(await query(copy.url, 'select n from from_template')).toEqual([7])
  await copy.drop()
  await template.drop()
})
