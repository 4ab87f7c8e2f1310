import pg from 'pg'
import { serverAccount } from './account.ts'
import { ensureCluster } from './cluster.ts'
import { chooseHome, clusterOf, existingHome, makeHome } from './home.ts'
import { findRunning } from './running-server.ts'
import { urlOf } from './server.ts'
import type { EmbeddedOptions } from './start.ts'

export function homeOf({ folder, fallbackFolders }: Pick<EmbeddedOptions, 'folder' | 'fallbackFolders'>): string {
  const requested = makeHome(folder)
  const existing = existingHome(requested, fallbackFolders)
  return chooseHome(requested, {
    existing,
    account: serverAccount(clusterOf(existing ?? requested)),
    bases: fallbackFolders,
  })
}

/**
 * The URL of the database that a service in another process runs on this folder, for a program that works beside it without
 * owning the server. Undefined when no server runs there or the service has not created its database yet. Throws the reason
 * when a running server refuses the program: it has no connection left, or does not answer within `timeoutMs`.
 */
export async function findEmbeddedUrl(
  parts: Pick<EmbeddedOptions, 'folder' | 'database' | 'fallbackFolders'>,
  timeoutMs = 10_000,
): Promise<string | undefined> {
  const home = homeOf(parts)
  const running = findRunning(clusterOf(home))
  if (!running?.port) return undefined
  // The cluster exists, so this only reads the password.
  const password = ensureCluster({ home, binaries: '', account: undefined, fast: false })
  const url = urlOf(running.port, password, parts.database)
  return (await answers(url, timeoutMs)) ? url : undefined
}

/** Error codes, or messages of pg, that mean: no server listens, it has no such database, or it is starting or stopping. */
const absent = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'Connection terminated unexpectedly',
  '3D000',
  '57P01',
  '57P02',
  '57P03',
])

async function answers(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (absent.has(code ?? message)) return false
    if (message !== 'timeout expired') throw error
    throw new Error(`it runs, but has not answered within ${timeoutMs / 1000} s`)
  } finally {
    await client.end().catch(() => {})
  }
}
