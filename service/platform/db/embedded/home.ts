import { createHash } from 'node:crypto'
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../../folders.ts'
import { type Account, canReach } from './account.ts'
import { homeRecordFile, isTaken, ownerOf, recordedHome, recordHome } from './home-record.ts'

/** The name holds the major version: the next one cannot read these files. */
export const clusterOf = (home: string) => join(home, 'pg18')

/** The data of a folder are missing or unreachable, and starting over would abandon them. The message says what to do. */
export class DataUnreachableError extends Error {
  override readonly name = 'DataUnreachableError'
}

/** Folders for the data when the server's user cannot reach the requested one. */
const fallbackFolders = ['/var/lib/idleforge', '/var/tmp/idleforge']

/** Makes the requested folder and returns its real path: the server identifies its data by path. */
export function makeHome(requested: string): string {
  makeFolder(requested, 0o700)
  return realpathSync(requested)
}

/** The existing data folder of a configured folder; undefined where there are no data yet. */
export function existingHome(folder: string, bases: readonly string[] = fallbackFolders): string | undefined {
  if (existsSync(clusterOf(folder))) return folder
  // An ordinary user runs the server under its own account and reaches its own folders.
  return process.getuid?.() === 0 ? (recordedPlace(folder) ?? unrecordedPlace(folder, bases)) : undefined
}

interface Choice {
  existing: string | undefined
  account: Account | undefined
  bases?: readonly string[] | undefined
}

/**
 * The folder that will hold the data: the requested one, or one keyed by its path under /var/lib or /var/tmp when the server's
 * user cannot reach it (a home of mode 0700). Existing data are never abandoned.
 */
export function chooseHome(folder: string, { existing, account, bases = fallbackFolders }: Choice): string {
  if (existing === folder) {
    if (canReach(folder, account)) return folder
    throw new DataUnreachableError(
      `the user of the database server can't reach its data in ${folder}. Let everybody pass through the folders above (chmod o+x), or move the data.`,
    )
  }
  if (existing) return recordHome(folder, existing)
  if (canReach(folder, account)) return folder
  for (const base of bases) {
    if (!isOurs(base, account)) continue
    const place = placeIn(base, folder)
    makeFolder(place, 0o700)
    return recordHome(folder, place)
  }
  throw new Error(
    `the user of the database server can reach neither ${folder} nor ${bases.join(', ')}: set DATABASE_URL`,
  )
}

/** The data folder that the record in a folder names. */
function recordedPlace(folder: string): string | undefined {
  const place = recordedHome(folder)
  if (place === undefined) return undefined
  const startOver = `To begin anew without them, remove ${homeRecordFile(folder)}.`
  if (isTaken(place, folder))
    throw new DataUnreachableError(
      `${folder} is a copy of ${ownerOf(place)}, whose data stand in ${place}. ${startOver}`,
    )
  if (ownerOf(place) === undefined)
    throw new DataUnreachableError(`its data stand in ${place}, and are not there. Put them back. ${startOver}`)
  return place
}

/** Data under a fallback folder that belong to a folder by its path, from versions that kept no record. */
function unrecordedPlace(folder: string, bases: readonly string[]): string | undefined {
  const place = bases
    .filter(isSafe)
    .map((base) => placeIn(base, folder))
    .find((one) => existsSync(clusterOf(one)))
  if (place === undefined || ownerOf(place) === undefined) return place
  throw new DataUnreachableError(
    `${folder} was removed, and its data still stand in ${place}. Remove these too to begin anew, or put the folder back.`,
  )
}

/** The data folder for a path, or the next one while another folder that had this path has its data there. */
function placeIn(base: string, folder: string, count = 1): string {
  const path = count === 1 ? folder : `${folder} ${count}`
  const place = join(base, `${basename(folder)}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`)
  return isTaken(place, folder) ? placeIn(base, folder, count + 1) : place
}

/** Anyone may make a folder under /var/tmp: one that another user owns or may write to is not used. */
function isSafe(base: string): boolean {
  try {
    const { uid, mode } = statSync(base)
    return uid === process.getuid?.() && (mode & 0o022) === 0
  } catch {
    return false
  }
}

function isOurs(base: string, account: Account | undefined): boolean {
  try {
    if (makeFolder(base, 0o711)) chmodSync(base, 0o711)
    return isSafe(base) && canReach(base, account)
  } catch {
    return false
  }
}
