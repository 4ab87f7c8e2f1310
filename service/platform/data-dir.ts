import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeFolder } from './folders.ts'
import { limitMode, makePrivate } from './private-files.ts'

/** Every file and folder of the service in DATA_DIR. */
export const dataNames = ['postgres', 'pepper', 'sm2.key', 'downloads', 'testchain'] as const

export const inDataDir = ({ dataDir }: Pick<Config, 'dataDir'>, name: (typeof dataNames)[number]): string =>
  path.resolve(dataDir, name)

/** The account that the service of a DATA_DIR runs as: the owner of its secrets, or of the folder while there are none. */
export function ownerOfData(config: Pick<Config, 'dataDir'>): { uid: number; gid: number } {
  const { uid, gid } =
    lstatSync(inDataDir(config, 'pepper'), { throwIfNoEntry: false }) ?? statSync(path.resolve(config.dataDir))
  return { uid, gid }
}

export const EMBEDDED_DATABASE = 'idleforge'

/** Files that the programs write to DATA_DIR: also the data of the demo and of its host, and files that are being written. */
const OURS = /^(?:postgres|pepper|sm2\.key|downloads|testchain|demo|host|stand-ins\.json)(?:\..*)?$/
/** These set their own file modes (db/embedded, the demo's own start, host/process-driver.ts). */
const SELF_PROTECTED = new Set(['postgres', 'demo', 'host'])
/** Mode bit of folders that many users share, such as /tmp. */
const STICKY = 0o1000

/** Whether a folder holds only our data, so that its mode may be changed. */
const isOurs = (folder: string): boolean =>
  (statSync(folder).mode & STICKY) === 0 && readdirSync(folder).every((name) => OURS.test(name))

/** Options of the embedded database for an existing DATA_DIR. */
export const embeddedOptions = (config: Pick<Config, 'dataDir'>) => {
  const parent = path.resolve(config.dataDir)
  return {
    folder: inDataDir(config, 'postgres'),
    database: EMBEDDED_DATABASE,
    parentFolders: isOurs(parent) ? [parent] : [],
  }
}

/** Makes a folder with mode 0700. Missing parent folders get 0711, so that other users can pass through. */
export function makeDataDir(dataDir: string): void {
  const folder = path.resolve(dataDir)
  const missing: string[] = []
  // A missing drive is its own parent.
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
 * The mode of DATA_DIR. As root, the database's user has to pass through it by its group (db/embedded/folder-access.ts), and so
 * has the user of a demo's database inside, which may be another account.
 */
function dataDirMode(folder: string): number {
  if (process.getuid?.() !== 0) return 0o700
  return existsSync(path.join(folder, 'demo')) ? 0o711 : 0o710
}

/**
 * Makes DATA_DIR private, also one that an older version has made: only this service may read its secrets and its database.
 * Returns the paths that could not be changed.
 */
export function protectDataDir({ dataDir }: Pick<Config, 'dataDir'>): string[] {
  const folder = path.resolve(dataDir)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const failed = isOurs(folder) && !limitMode(folder, dataDirMode(folder)) ? [folder] : []
  const names = readdirSync(folder).filter((name) => OURS.test(name) && !SELF_PROTECTED.has(name))
  return [...failed, ...names.flatMap((name) => makePrivate(path.join(folder, name)))]
}
