import { createHash } from 'node:crypto'
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeFolder } from '../../folders.ts'
import { type Account, canReach } from './account.ts'

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
  const key = `${basename(folder)}-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const moved = account ? bases.map((base) => join(base, key)).find((home) => existsSync(clusterOf(home))) : undefined
  if (moved && !existsSync(clusterOf(folder))) return moved
  if (canReach(folder, account)) return folder
  if (existsSync(clusterOf(folder))) throw new OutOfReach(folder)
  for (const base of bases) {
    if (!isOurs(base, account)) continue
    makeFolder(join(base, key), 0o755)
    return join(base, key)
  }
  throw new Error(
    `the user of the database server can reach neither ${folder} nor ${bases.join(', ')}: set DATABASE_URL`,
  )
}

/** Anyone may make a folder under /var/tmp: one that another user made, or may write to, is not taken. */
function isOurs(base: string, account: Account | undefined): boolean {
  try {
    makeFolder(base, 0o755)
    const { uid, mode } = statSync(base)
    return uid === process.getuid?.() && (mode & 0o022) === 0 && canReach(base, account)
  } catch {
    return false
  }
}
