import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isNamed, isTaken } from '../../system-ids.ts'

/** The account that the server runs as, when it is not our own. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Linux's overflow uid, usually `nobody`. */
const OVERFLOW_ID = 65_534
/**
 * Uids for the server's own account where the system has no `postgres`: the upper part of the range of ordinary users, which is
 * handed out from below, and under the ranges that systems and containers allocate dynamically (Debian Policy 9.2.2; systemd,
 * "Users, Groups, UIDs and GIDs on systemd Systems"). Renters use the uids above them (host/renter-ids.ts).
 */
const OWN_IDS = { first: 51_000, count: 1_000 }

/**
 * PostgreSQL refuses to run as root. Undefined: run it as our own account. As root: as the owner of an existing cluster, else
 * as `postgres`, else as a free uid. Never as `nobody`: any other process with that uid could read the data.
 */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0 && !isNobody(owner.uid))
    return { uid: owner.uid, gid: isNobody(owner.gid) || owner.gid === 0 ? owner.uid : owner.gid }
  return accountOf('postgres') ?? ownAccount()
}

/** Whether the cluster exists and belongs to `nobody`, as older versions have made it. */
export function isOfNobody(cluster: string): boolean {
  if (process.getuid?.() !== 0) return false
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner !== undefined && isNobody(owner.uid)
}

export function ownerOfCluster(cluster: string): Account {
  const { uid, gid } = statSync(cluster)
  return { uid, gid }
}

/**
 * The account for initdb, which needs a user with a name. Where the server has only a uid, that is `nobody` in the server's own
 * group, which keeps other processes of `nobody` out of its files and its memory.
 */
export function makerAccount(account: Account | undefined): Account | undefined {
  if (!account || isNamed(account.uid, 'passwd')) return account
  const nobody = accountOf('nobody')
  if (nobody) return { uid: nobody.uid, gid: account.gid }
  throw new Error('PostgreSQL cannot run as root, and there is no user `postgres` or `nobody`: set DATABASE_URL')
}

const isNobody = (id: number): boolean => id === OVERFLOW_ID || id === accountOf('nobody')?.uid

function accountOf(name: string): Account | undefined {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function idOf(which: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** The same uid on each start, and for every database of ours on this system, since their folders may be nested. */
function ownAccount(): Account {
  for (let id = OWN_IDS.first; id < OWN_IDS.first + OWN_IDS.count; id += 1)
    if (!isTaken(id)) return { uid: id, gid: id }
  throw new Error('PostgreSQL cannot run as root, and there is no number left for a user of its own: set DATABASE_URL')
}

/** Whether the account may pass through the folder and all of its parents. */
export function canReach(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  const { uid, gid, mode } = statSync(folder)
  const pass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & pass) === 0) return false
  return dirname(folder) === folder || canReach(dirname(folder), account)
}
