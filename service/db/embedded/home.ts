import { createHash } from 'node:crypto'
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../../folders.ts'
import { type Account, canReach } from './account.ts'
import { isTaken, note, notedHome } from './note.ts'

/** The name carries the major version: the next one cannot read this one's files. */
export const clusterOf = (home: string) => join(home, 'pg18')

/** The server's user may not pass through to data that stand there already. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach'
  constructor(folder: string) {
    super(
      `the user of the database server can't reach its data in ${folder}. Let everybody pass through the folders above (chmod o+x), or move the data.`,
    )
  }
}

/** Where data stand when the server's user cannot reach the wanted folder. */
const elsewhere = ['/var/lib/idleforge', '/var/tmp/idleforge']

/** Makes the wanted folder and gives its one true path: the server names its data by path. */
export function makeHome(wanted: string, account: Account | undefined): string {
  if (makeFolder(wanted) && account) chmodSync(wanted, 0o755)
  return realpathSync(wanted)
}

/**
 * The folder that will really hold the data: the wanted one, or one keyed by it under /var/lib or /var/tmp when the
 * server's user cannot reach it (a home of mode 0700). Data that already stand there are never left behind.
 */
export function chooseHome(folder: string, account: Account | undefined, bases: readonly string[] = elsewhere): string {
  const places = account
    ? [notedHome(folder) ?? folder, ...bases.filter(isSafe).map((base) => placeIn(base, folder))]
    : []
  const known = places.find((place) => existsSync(clusterOf(place)) && !isTaken(place, folder))
  if (known && known !== folder && !existsSync(clusterOf(folder))) return note(folder, known)
  if (canReach(folder, account)) return folder
  if (existsSync(clusterOf(folder))) throw new OutOfReach(folder)
  for (const base of bases) {
    if (!isOurs(base, account)) continue
    const place = placeIn(base, folder)
    makeFolder(place, 0o755)
    return note(folder, place)
  }
  throw new Error(
    `the user of the database server can reach neither ${folder} nor ${bases.join(', ')}: set DATABASE_URL`,
  )
}

/** The place of a folder's data by its path, or the next one while another folder that stood there has its own in it. */
function placeIn(base: string, folder: string, count = 1): string {
  const path = count === 1 ? folder : `${folder} ${count}`
  const place = join(base, `${basename(folder)}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`)
  return isTaken(place, folder) ? placeIn(base, folder, count + 1) : place
}

/** Anyone may make a folder under /var/tmp: one that another user made, or may write to, is not taken. */
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
    makeFolder(base, 0o755)
    return isSafe(base) && canReach(base, account)
  } catch {
    return false
  }
}
