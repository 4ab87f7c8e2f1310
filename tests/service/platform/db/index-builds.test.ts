import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '#service/platform/db/migrations/index.ts'
import { openDatabase } from '#service/platform/db/open.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { until } from '#world/until.ts'

const ofIndexes = Object.entries(migrations).flatMap(([name, { indexes }]) => (indexes ? [{ name, indexes }] : []))

let database: FreshDatabase
let clients: pg.Client[] = []
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  for (const client of clients) await client.end()
  clients = []
  await database.drop()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url)
  await client.connect()
  clients.push(client)
  return client
}

/** Takes migrations of indexes back. */
async function takeBack(client: pg.Client, some: typeof ofIndexes): Promise<void> {
  for (const { name, indexes } of some) {
    await client.query(`drop index ${Object.keys(indexes).join(', ')}`)
    await client.query('delete from kysely_migration where name = $1', [name])
  }
}

const states = async (client: pg.Client) => {
  const names = ofIndexes.flatMap(({ indexes }) => Object.keys(indexes))
  const { rows } = await client.query(
    `select name, indisvalid as "isValid" from unnest($1::text[]) as name
     left join pg_index on indexrelid = to_regclass(name)`,
    [names],
  )
  return rows as { name: string; isValid: boolean | null }[]
}

const open = () => openDatabase(database.url, () => undefined, { lockMs: 50 })

test.each(ofIndexes)('$name is built while its tables are written', async ({ name, indexes }) => {
  const [writer, other] = [await connect(), await connect()]
  await takeBack(writer, [{ name, indexes }])
  const table = (Object.values(indexes)[0] ?? '').split(' ')[0] ?? ''
  const write = `delete from ${table} where false`
  await writer.query(`begin; ${write}`)
  const migrated = open()
  // The build waits for the open transaction, and what comes behind it is written all the same.
  await until(async () => {
    const { rows } = await other.query(`select from pg_locks where locktype = 'virtualxid' and not granted`)
    return rows.length > 0 || undefined
  })
  await other.query(`set lock_timeout = 1000; ${write}`)
  await writer.query('commit')
  await (await migrated).close()
  expect((await states(other)).filter(({ isValid }) => !isValid)).toEqual([])
  expect((await other.query('select from kysely_migration where name = $1', [name])).rows).toHaveLength(1)
})

test('an index whose build was interrupted is built again', async () => {
  const client = await connect()
  await takeBack(client, ofIndexes)
  const [first] = ofIndexes.flatMap(({ indexes }) => Object.entries(indexes))
  if (!first) throw new Error('no migration has indexes')
  const [name, on] = first
  await client.query(`create index ${name} on ${on}`)
  await client.query('update pg_index set indisvalid = false where indexrelid = to_regclass($1)', [name])
  await (await open()).close()
  expect((await states(client)).filter(({ isValid }) => !isValid)).toEqual([])
})

test('nodes that start at once build each index once', async () => {
  const client = await connect()
  await takeBack(client, ofIndexes)
  for (const { close } of await Promise.all([open(), open(), open()])) await close()
  expect((await states(client)).filter(({ isValid }) => !isValid)).toEqual([])
})
