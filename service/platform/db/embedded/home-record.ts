import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * When the data of a folder are in another place, the folder records where, and that place records the folder. So the folder
 * may be moved, and neither its copy nor another folder at its old path gets its data.
 */
export const homeRecordFile = (folder: string) => join(folder, 'data-stand-in')
const ownerRecordFile = (home: string) => join(home, 'data-of')

const read = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function write(file: string, text: string): void {
  if (read(file) !== text) writeFileSync(file, text, { mode: 0o600 })
}

/** The recorded place of a folder's data. */
export const recordedHome = (folder: string): string | undefined => read(homeRecordFile(folder))

/** The recorded owner of a data folder. */
export const ownerOf = (home: string): string | undefined => read(ownerRecordFile(home))

/** Whether the data folder belongs to another folder that still exists. */
export function isTaken(home: string, folder: string): boolean {
  const owner = ownerOf(home)
  return owner !== undefined && owner !== folder && recordedHome(owner) === home
}

/** Records the data folder of a folder, and returns it. */
export function recordHome(folder: string, home: string): string {
  write(ownerRecordFile(home), folder)
  write(homeRecordFile(folder), home)
  return home
}
