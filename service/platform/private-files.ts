import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Takes away what a file lets anybody do beyond `allowed`; false where that is not ours to change, as on a read-only disk. */
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
 * Makes a file, or a folder with all in it, its owner's alone, and returns what is not ours to change. Links are passed by: what
 * they lead to is elsewhere.
 */
export function makePrivate(place: string): string[] {
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return []
  const failed = limitMode(place, 0o700) ? [] : [place]
  if (!found.isDirectory()) return failed
  return [...failed, ...namesIn(place).flatMap((name) => makePrivate(join(place, name)))]
}

/** None of a folder that is not ours to read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
