import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#service/db/embedded/start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database `postgres` of the run's server, for making databases. */
    postgresUrl: string
  }
}

/** Vitest's globalSetup: one fast server in a temporary folder for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-postgres-'))
  // As root the server runs as another user, who must pass through.
  chmodSync(folder, 0o755)
  const server = await startEmbedded({ folder, database: 'postgres', fast: true })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
