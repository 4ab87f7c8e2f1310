import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Removes mode bits of a file beyond `allowed`; false where we may not change it, for example on a read-only disk. */
export function limitMode(place: string, allowed: number): boolean {
  const mode = lstatSync(place).mode & 0o777
  if ((mode & ~allowed) === 0) return true
  try {
    chmodSync(place, mode & allowed)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a file, or a folder and its contents, private to its owner. Returns the paths that could not be changed. Links are
 * skipped: their targets may be outside the folder.
 */
export function makePrivate(place: string): string[] {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const failed = limitMode(place, 0o700) ? [] : [place]
  if (!found.isDirectory()) return failed
  return [...failed, ...namesIn(place).flatMap((name) => makePrivate(join(place, name)))]
}

/** Empty for a folder that we may not read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
