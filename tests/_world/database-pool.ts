import type pg from 'pg'
import { administer, createDatabase, type FreshDatabase } from './postgres.ts'

/**
 * A pool of databases for worlds: emptying a few tables takes a fraction of the time of copying all. Each is returned with
 * exactly the rows of the template; a database whose schema was changed is not reused.
 */
interface Lent {
  readonly database: FreshDatabase
  /** Its schema and the planner's statistics: other statistics would change plans. */
  readonly shape: string
  /** A statement that restores the initial rows and sequences. */
  readonly refill: string
}

/** Deleted rows take space until VACUUM: after many, a new database is faster. */
const MAX_BYTES = 8 << 20

const free: Lent[] = []

const SHAPE = `
  select md5(string_agg(one, ',' order by one)) as shape from (
    select format('%s %s %s %s', c.oid, c.xmin, relfilenode, reltuples) as one
      from pg_class c join pg_namespace n on n.oid = relnamespace where nspname !~ '^pg_(temp|toast_temp|catalog)'
    union all select format('%s %s', oid, xmin) from pg_proc where oid >= 16384
    union all select format('%s %s', oid, xmin) from pg_trigger
    union all select format('%s %s', oid, xmin) from pg_constraint where oid >= 16384
    union all select array_to_string(setconfig, ' ') from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as parts (one)`

const shapeOf = async (client: pg.Client): Promise<string> => (await client.query(SHAPE)).rows[0].shape

/** Tables that have ever had a row; a partitioned table itself has none. */
async function usedTables(client: pg.Client): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as name, pg_relation_size(c.oid)::int as bytes
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname !~ '^(pg_|information_schema)' and pg_relation_size(c.oid) > 0`)
  return rows
}

async function refillOf(client: pg.Client): Promise<string> {
  const inserts: string[] = []
  for (const { name } of await usedTables(client)) {
    const { rows } = await client.query(`select json_agg(t)::text as json from ${name} t having count(*) > 0`)
    const json = rows[0] && client.escapeLiteral(rows[0].json)
    if (json)
      inserts.push(
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, ${json})`,
      )
  }
  const { rows } = await client.query(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as set from pg_sequences`)
  return [...inserts, ...rows.map(({ set }) => set)].join(';\n')
}

async function make(): Promise<Lent> {
  const database = await createDatabase()
  return administer(
    async (client) => ({ database, shape: await shapeOf(client), refill: await refillOf(client) }),
    database.url,
  )
}

/** Whether it is unchanged. */
const empty = ({ database, shape, refill }: Lent): Promise<boolean> =>
  administer(async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const tables = await usedTables(client)
    if (tables.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) return false
    if ((await shapeOf(client)) !== shape) return false
    // Foreign keys and the triggers against deletion are disabled: everything goes.
    await client.query('set session_replication_role = replica')
    await client.query([...tables.map(({ name }) => `delete from ${name}`), refill].join(';\n'))
    return true
  }, database.url)

/** A database that is like a new one. */
export async function lendDatabase(): Promise<FreshDatabase> {
  const one = free.pop() ?? (await make())
  return {
    url: one.database.url,
    async drop() {
      if (await empty(one)) free.push(one)
      else await one.database.drop()
    },
  }
}
