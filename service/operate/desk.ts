import path from 'node:path'
import type { Config } from '../config.ts'
import { OwnedElsewhere } from '../db/embedded/ownership.ts'
import { reachEmbedded } from '../db/embedded/reach.ts'
import { startEmbedded } from '../db/embedded/start.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { type OperateError, unreachable } from './errors.ts'

const NAME = 'idleforge'

/** The database of the service: the given one, the embedded one of a running service, or the embedded one started here. */
export async function openServiceDatabase(config: Config): Promise<OpenDatabase> {
  const { url, stop } = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await findEmbedded(path.resolve(config.dataDir, 'postgres'))
  try {
    const opened = await openDatabase(url, () => undefined)
    return {
      ...opened,
      async close() {
        await opened.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw noDatabase(error)
  }
}

async function findEmbedded(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const parts = { folder, database: NAME }
  const running = async () => {
    const url = await reachEmbedded(parts)
    return url === undefined ? undefined : { url, stop: async () => undefined }
  }
  try {
    return (await running()) ?? (await startEmbedded(parts))
  } catch (error) {
    // A service that was just starting has become the owner.
    const found = error instanceof OwnedElsewhere ? await running() : undefined
    if (found) return found
    throw noDatabase(error)
  }
}

function noDatabase(error: unknown): OperateError {
  const why = error instanceof AggregateError ? error.errors.map(String).join('; ') : String((error as Error).message)
  return unreachable(`The database can't be reached: ${why}`)
}
