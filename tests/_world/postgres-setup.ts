import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#service/platform/config.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { startService } from '#service/start.ts'
import { createClock } from './clock.ts'
import { startPooler } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database `postgres` of the run's server, for making databases. */
    postgresUrl: string
    /** The server through PgBouncer, where the run is one of nodes behind a pooler. */
    poolerUrl: string | undefined
  }
}

/** Vitest's globalSetup: one fast server in a temporary folder for the whole run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-postgres-'))
  // As root the server runs as another user, who must pass through.
  chmodSync(folder, 0o755)
  const server = await startEmbedded({ folder, database: 'postgres', fast: true })
  await makeTemplate(server.url, join(folder, 'template'))
  project.provide('postgresUrl', server.url)
  const pooler = process.env.TEST_POOLER ? await startPooler(server.url) : undefined
  project.provide('poolerUrl', pooler?.urlOf(server.url))
  return async () => {
    await pooler?.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A first start creates all tables and queues: new databases are copies of that one. */
async function makeTemplate(serverUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query('create database template_idleforge')
  // It would analyse tables that a test has filled: databases with other statistics are not reused.
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = '/template_idleforge'
  const settings = { PORT: '0', MAILBOX_PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url.href, DATA_DIR: dataDir }
  const service = await startService(readConfig({ NODE_ENV: 'test', ...settings }), { clock: createClock() })
  await service.close()
}
