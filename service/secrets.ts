import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from './folders.ts'

/** A secret that this machine keeps in a file of mode 0600; the first of several starts at once makes it. */
export function loadOrMakeSecret(file: string): string {
  makeFolder(path.dirname(file))
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const scratch = `${file}.${process.pid}`
  writeFileSync(scratch, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // A hard link fails when the file exists: whoever was first has the say.
    linkSync(scratch, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(scratch)
  }
  return readFileSync(file, 'utf8').trim()
}
