import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A folder whose data stand elsewhere keeps where, and the place of the data keeps whose they are: so the folder may be
 * moved, and neither its copy nor another folder that takes its old place gets at its data.
 */
export const homeNote = (folder: string) => join(folder, 'data-stand-in')
const ownerNote = (home: string) => join(home, 'data-of')

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function write(file: string, text: string): void {
  if (read(file) !== text) writeFileSync(file, text, { mode: 0o600 })
}

/** Where the data of a folder stand, as it was noted. */
export const notedHome = (folder: string): string | undefined => read(homeNote(folder))

/** The folder whose data stand in this place, as it was noted. */
export const ownerOf = (home: string): string | undefined => read(ownerNote(home))

/** Whether the data of this place are those of another folder, which is still there. */
export function isTaken(home: string, folder: string): boolean {
  const owner = ownerOf(home)
  return owner !== undefined && owner !== folder && notedHome(owner) === home
}

/** Notes that the data of a folder stand in a place, and gives that back. */
export function note(folder: string, home: string): string {
  write(ownerNote(home), folder)
  write(homeNote(folder), home)
  return home
}
