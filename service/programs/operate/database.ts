import { accessSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#service/platform/config.ts'
import { embeddedOptions, inDataDir } from '#service/platform/data-dir.ts'
import { findEmbeddedUrl, homeOf } from '#service/platform/db/embedded/find-embedded.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { DatabaseInUseError } from '#service/platform/db/embedded/ownership.ts'
import { startEmbedded } from '#service/platform/db/embedded/start.ts'
import { connect, LONG_STATEMENT_MS, type OpenDatabase, schemaState } from '#service/platform/db/open.ts'
import { OperateError, refused, unreachable } from '#service/platform/operator/errors.ts'

export interface ServiceDatabase extends OpenDatabase {
  /** Its place, without its password. */
  name: string
}

/**
 * The database of the service: the given one, the embedded one of a running service, or the embedded one started here.
 * Never a new one, and its tables are left as they are: a program on the wrong machine finds nothing that it could take
 * for the service's money, and one of another version changes nothing under running nodes.
 */
export async function openServiceDatabase(config: Config): Promise<ServiceDatabase> {
  const folder = inDataDir(config, 'postgres')
  const name = config.databaseUrl ? nameOf(config.databaseUrl) : `in ${folder}`
  const { url, stop } = config.databaseUrl
    ? { url: config.databaseDirectUrl ?? config.databaseUrl, stop: async () => undefined }
    : await findEmbedded(config)
  const opened = connect(url, () => undefined, { statementMs: LONG_STATEMENT_MS })
  const close = async () => {
    await opened.close()
    await stop()
  }
  try {
    await assertTables(opened, name)
    return { ...opened, name, close }
  } catch (error) {
    await close()
    throw error instanceof OperateError ? error : noDatabase(error, config)
  }
}

function nameOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${pathname.slice(1)} at ${hostname}${port && `:${port}`}`
}

async function assertTables({ db }: OpenDatabase, name: string): Promise<void> {
  const tables = await schemaState(db)
  if (tables === 'absent')
    throw refused(
      `The database ${name} holds no tables of the service. Set DATABASE_URL or DATA_DIR as the service has them.`,
    )
  if (tables === 'older')
    throw refused(
      `The database ${name} is of an older version: start the service of this version first, or use its program.`,
    )
  if (tables === 'newer')
    throw refused(`The database ${name} is of a newer version: use the program of the version that the service runs.`)
}

/** A demo has data of its own, in a folder beside those of the ordinary service. */
function demoIn(folder: string): string {
  const demo = path.join(path.dirname(folder), 'demo')
  return existsSync(demo) ? ` The demo's data are in ${demo}: set DATA_DIR to that.` : ''
}

/** Whether it is hidden from this user, and so may well be there. */
function isForbidden(place: string): boolean {
  try {
    accessSync(place)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

async function findEmbedded(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = inDataDir(config, 'postgres')
  if (isForbidden(clusterOf(folder)))
    throw refused(
      `This user may not look into ${folder}: DATA_DIR is its owner's alone. Run this as the user that the service runs as, or as root.`,
    )
  if (!existsSync(folder) || !existsSync(clusterOf(homeOf({ folder }))))
    throw refused(
      `There is no database in ${folder}. Set DATABASE_URL or DATA_DIR as the service has them, or start the service once.${demoIn(folder)}`,
    )
  const parts = embeddedOptions(config)
  const running = async () => {
    const url = await findEmbeddedUrl(parts)
    return url === undefined ? undefined : { url, stop: async () => undefined }
  }
  try {
    return (await running()) ?? (await startEmbedded(parts))
  } catch (error) {
    // A service that was just starting has become the owner.
    const found = error instanceof DatabaseInUseError ? await running() : undefined
    if (found) return found
    throw noDatabase(error, {})
  }
}

export function noDatabase(error: unknown, { databaseUrl }: Partial<Config>): OperateError {
  const why = error instanceof AggregateError ? error.errors.map(String).join('; ') : String((error as Error).message)
  return unreachable(`${databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}: the database can't be reached: ${why}`)
}
