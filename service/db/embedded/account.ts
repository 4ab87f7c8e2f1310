import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that the server runs as when that is not ourselves. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * PostgreSQL refuses to run as root. Undefined: run it as ourselves. As root: as the owner of a cluster that exists
 * already, else as `postgres` or `nobody`; no user is ever created.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user `postgres` or `nobody`: set DATABASE_URL')
}

function idOf(which: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** Whether the account may pass through the folder and every folder above it. */
export function canReach(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  const { uid, gid, mode } = statSync(folder)
  const pass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & pass) === 0) return false
  return dirname(folder) === folder || canReach(dirname(folder), account)
}
