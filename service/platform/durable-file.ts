import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file with mode 0600 by a rename, after it was flushed to disk: a power failure leaves the old content or the new one. Without
 * the flush, the name may be on disk before the content is.
 */
export function writeDurably(file: string, text: string): void {
  const scratch = `${file}.${process.pid}`
  try {
    const open = openSync(scratch, 'w', 0o600)
    try {
      fchmodSync(open, 0o600)
      writeFileSync(open, text)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(scratch, file)
  } catch (error) {
    rmSync(scratch, { force: true })
    throw error
  }
  flushFolder(dirname(file))
}

/** Flushes the new name of a file. Windows opens no folders, and some network disks flush none. */
function flushFolder(folder: string): void {
  try {
    const open = openSync(folder, 'r')
    try {
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
  } catch {}
}
