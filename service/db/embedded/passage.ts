import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { limitMode } from '../../private-files.ts'
import type { Account } from './account.ts'

/** Lets the server's user pass through a folder of ours, and nobody else: by its group, unless it is its own folder. */
export function letPass(folder: string, account: Account | undefined): void {
  const { uid, gid, mode } = statSync(folder)
  if (!account || uid === account.uid) {
    limitMode(folder, 0o700)
    return
  }
  if (gid !== account.gid) chownSync(folder, uid, account.gid)
  if ((mode & 0o777) !== 0o710) chmodSync(folder, 0o710)
}

/** Gives a folder and all in it to an account. */
export function giveTo(place: string, { uid, gid }: Account): void {
  lchownSync(place, uid, gid)
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = join(place, entry.name)
    if (entry.isDirectory()) giveTo(path, { uid, gid })
    else lchownSync(path, uid, gid)
  }
}
