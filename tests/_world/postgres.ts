import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type {} from './postgres-setup.ts'

/** When a setup file has migrated a database of this name, new ones are copies of it. */
export const templateName = 'template_idleforge'

export interface FreshDatabase {
  readonly url: string
  /** Closes remaining connections. */
  drop(): Promise<void>
}

/** A fresh database of its own: `beforeAll(async () => { database = await createDatabase(); return database.drop })`. */
export async function createDatabase(template = templateName): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    await client.query(`create database ${name}${found.rowCount ? ` template ${template} strategy file_copy` : ''}`)
    await client.query(`alter database ${name} set timezone to '${process.env.TZ}'`)
    if (inject('poolerUrl') !== undefined) await limitSessions(client, name, 9)
  })
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const drop = () => administer((client) => client.query(`drop database ${name} with (force)`)).then(() => undefined)
  return { url: url.href, drop }
}

/** Sets what a node sets for its sessions, and cannot set for those that a pooler lends. */
export async function limitSessions(client: pg.Client, database: string, statementSeconds: number): Promise<void> {
  const settings = [
    `statement_timeout = '${statementSeconds}s'`,
    `idle_in_transaction_session_timeout = '15s'`,
    `timezone = 'UTC'`,
  ]
  for (const one of settings) await client.query(`alter role current_user in database ${database} set ${one}`)
}

/** Settings of a node for a database, behind the run's pooler where there is one. */
export function databaseSettings(url: string): Record<string, string> {
  const poolerUrl = inject('poolerUrl')
  if (poolerUrl === undefined || url === '') return { DATABASE_URL: url }
  const pooled = Object.assign(new URL(url), { host: new URL(poolerUrl).host })
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url }
}

export async function administer<T>(work: (client: pg.Client) => Promise<T>, url = inject('postgresUrl')): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
