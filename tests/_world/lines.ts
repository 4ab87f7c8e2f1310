import { readFileSync } from 'node:fs'

/**
 * The complete lines of a file that another process appends to; none while there is no such file. A shell creates the file
 * before it writes, and a line may be half written.
 */
export function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
