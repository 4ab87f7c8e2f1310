import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { limitMode } from '../../private-files.ts'
import type { Account } from './account.ts'

/**
 * Lets the server's user pass through a folder by its group, unless it owns the folder. `others` lets other users keep the
 * access that they already have.
 */
export function allowTraversal(folder: string, account: Account | undefined, others = 0): void {
  const { uid, gid, mode } = statSync(folder)
  if (!account || uid === account.uid) {
    limitMode(folder, 0o700)
    return
  }
  if (gid !== account.gid) chownSync(folder, uid, account.gid)
  const requested = 0o710 | (mode & others)
  if ((mode & 0o777) !== requested) chmodSync(folder, requested)
}

/**
 * Changes the owner of a file, or of a folder and its contents. The folder itself comes last: while it has its old owner, the
 * change is not complete.
 */
export function chownTree(place: string, { uid, gid }: Account): void {
  if (lstatSync(place).isDirectory()) for (const name of readdirSync(place)) chownTree(join(place, name), { uid, gid })
  lchownSync(place, uid, gid)
}
