import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeFolder } from './folders.ts'
import { limitMode, makePrivate } from './private-files.ts'

/** All that stands in DATA_DIR. */
export const dataNames = ['postgres', 'pepper', 'sm2.key', 'downloads', 'testchain'] as const

export const inDataDir = ({ dataDir }: Pick<Config, 'dataDir'>, name: (typeof dataNames)[number]): string =>
  path.resolve(dataDir, name)

/** Who the service of a DATA_DIR runs as: whoever owns its secrets, or the folder where it has none yet. */
export function ownerOfData(config: Pick<Config, 'dataDir'>): { uid: number; gid: number } {
  const { uid, gid } =
    lstatSync(inDataDir(config, 'pepper'), { throwIfNoEntry: false }) ?? statSync(path.resolve(config.dataDir))
  return { uid, gid }
}

/** The name of the embedded database. */
export const EMBEDDED_DATABASE = 'idleforge'

/** What else of ours may stand there: the data of the demo, of its host, and files that are being written. */
const OURS = /^(?:postgres|pepper|sm2\.key|downloads|testchain|demo|host|stand-ins\.json)(?:\..*)?$/
/** Each of these sees to its own (db/embedded, the demo's own start, host/process-driver.ts). */
const SELF_PROTECTED = new Set(['postgres', 'demo', 'host'])
/** Of folders that many users share, as /tmp. */
const STICKY = 0o1000

/** Whether a folder holds nothing but data of ours, so that its own rights may be changed. */
const isOurs = (folder: string): boolean =>
  (statSync(folder).mode & STICKY) === 0 && readdirSync(folder).every((name) => OURS.test(name))

/** What the embedded database of a DATA_DIR that is there starts from. */
export const embeddedOptions = (config: Pick<Config, 'dataDir'>) => {
  const parent = path.resolve(config.dataDir)
  return {
    folder: inDataDir(config, 'postgres'),
    database: EMBEDDED_DATABASE,
    parentFolders: isOurs(parent) ? [parent] : [],
  }
}

/** Makes a folder that nobody else may look into; those above it, where they are missing, let others pass. */
export function makeDataDir(dataDir: string): void {
  const folder = path.resolve(dataDir)
  const missing: string[] = []
  // A drive that is not there is above itself.
  for (
    let above = path.dirname(folder);
    !existsSync(above) && above !== path.dirname(above);
    above = path.dirname(above)
  )
    missing.unshift(above)
  for (const one of missing) if (makeFolder(one, 0o711)) chmodSync(one, 0o711)
  makeFolder(folder, 0o700)
}

/**
 * The rights of DATA_DIR. Started as root, the database's user has to pass through it, by its group (db/embedded/passage.ts); and
 * to the database of a demo inside, whose user may be another.
 */
function dataDirMode(folder: string): number {
  if (process.getuid?.() !== 0) return 0o700
  return existsSync(path.join(folder, 'demo')) ? 0o711 : 0o710
}

/**
 * Makes DATA_DIR private, also one that an older version has made: its secrets and its database are for this service alone.
 * Returns what is not ours to change.
 */
export function protectDataDir({ dataDir }: Pick<Config, 'dataDir'>): string[] {
  const folder = path.resolve(dataDir)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const failed = isOurs(folder) && !limitMode(folder, dataDirMode(folder)) ? [folder] : []
  const names = readdirSync(folder).filter((name) => OURS.test(name) && !SELF_PROTECTED.has(name))
  return [...failed, ...names.flatMap((name) => makePrivate(path.join(folder, name)))]
}
