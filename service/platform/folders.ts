import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Makes a folder and its parents; returns whether it is new. Throws the file system's error. Node's own recursive mkdir never
 * returns below a folder in which nobody can create one, such as /proc.
 */
export function makeFolder(folder: string, mode = 0o777): boolean {
  try {
    return makeOne(folder, mode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  makeFolder(path.dirname(path.resolve(folder)), mode)
  return makeOne(folder, mode)
}

function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false
    throw error
  }
}
