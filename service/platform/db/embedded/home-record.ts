import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A folder whose data stand elsewhere keeps where, and the place of the data keeps whose they are: so the folder may be
 * moved, and neither its copy nor another folder that takes its old place gets at its data.
 */
export const homeRecordFile = (folder: string) => join(folder, 'data-stand-in')
const ownerRecordFile = (home: string) => join(home, 'data-of')

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function write(file: string, text: string): void {
  if (read(file) !== text) writeFileSync(file, text, { mode: 0o600 })
}

/** Where the data of a folder stand, as it was noted. */
export const recordedHome = (folder: string): string | undefined => read(homeRecordFile(folder))

/** The folder whose data stand in this place, as it was noted. */
export const ownerOf = (home: string): string | undefined => read(ownerRecordFile(home))

/** Whether the data of this place are those of another folder, which is still there. */
export function isTaken(home: string, folder: string): boolean {
  const owner = ownerOf(home)
  return owner !== undefined && owner !== folder && recordedHome(owner) === home
}

/** Notes that the data of a folder stand in a place, and gives that back. */
export function recordHome(folder: string, home: string): string {
  write(ownerRecordFile(home), folder)
  write(homeRecordFile(folder), home)
  return home
}
