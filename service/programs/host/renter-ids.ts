import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isTaken } from '#service/platform/system-ids.ts'
import { succeeds } from './run-program.ts'

/**
 * Uids of rentals where the host is root, one for each: the upper part of the range of ordinary users, under the ranges that
 * systems allocate, and none that the embedded database may have (db/embedded/account.ts).
 */
export const RENTER_IDS = { first: 52_000, count: 8_000 }

export const isRenterId = (id: number): boolean => id >= RENTER_IDS.first && id < RENTER_IDS.first + RENTER_IDS.count

/** Folders that every account may write to: files of a renter would belong to the next one with the same uid. */
const SHARED = ['/tmp', '/var/tmp', '/dev/shm']

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Processes with a uid as their real, effective, saved or file system uid. */
export function processesOf(uid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const lines = linesOf(`/proc/${pid}/status`)
      // A zombie, for example where no init runs, does nothing any more.
      if (lines.some((line) => /^State:\s+[ZX]/.test(line))) return false
      const ids = lines.find((line) => line.startsWith('Uid:'))?.split(/\s+/)
      return ids?.slice(1).map(Number).includes(uid) === true
    })
    .map(Number)
}

/** Uids that own folders of rentals, of every host of this system. */
function ownersIn(roots: string): Set<number> {
  const folders = readdirSync(path.dirname(roots)).filter((name) => name.startsWith(path.basename(roots)))
  const owners = folders.flatMap((folder) => {
    const place = path.join(path.dirname(roots), folder)
    try {
      return readdirSync(place).map((name) => statSync(path.join(place, name)).uid)
    } catch {
      // Another host has wiped it meanwhile.
      return []
    }
  })
  return new Set(owners)
}

/** A free uid: of no user, no rental of any host whose folders begin with `roots`, and no process. */
export function freeRenterId(seed: number, roots: string): number {
  const owners = ownersIn(roots)
  for (let step = 0; step < RENTER_IDS.count; step += 1) {
    const id = RENTER_IDS.first + ((seed + step) % RENTER_IDS.count)
    if (!owners.has(id) && !isTaken(id) && processesOf(id).length === 0) return id
  }
  throw new Error('every number for renters is in use')
}

/** Kills every process of a uid at once with `kill -1` as that uid: none can fork away from it. */
export async function killAllOf(uid: number): Promise<void> {
  const asRenter = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs']
  await succeeds('setpriv', ...asRenter, '/bin/sh', '-c', 'kill -KILL -1')
}

/** Deletes a uid's files in the shared folders. All of them are searched, which takes seconds where they are large. */
export async function removeLeftBy(uid: number): Promise<void> {
  await succeeds('find', ...SHARED, '-xdev', '-uid', String(uid), '-delete')
}
