import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'

interface SecretKind {
  /** A noun phrase that continues `is not …`. */
  what: string
  isValid(text: string): boolean
  make(): string
}

/**
 * Loads a secret from a file of mode 0600, or creates it; of several starts at once the first one creates it. Throws a
 * ConfigError for a file that cannot be read or has an invalid content: a new secret would fit no existing data.
 */
export function loadOrCreateSecret(file: string, kind: SecretKind): string {
  makeDataDir(path.dirname(file))
  const secret = read(file) ?? create(file, kind.make())
  if (kind.isValid(secret)) return secret
  throw new ConfigError(`DATA_DIR: ${file} is not ${kind.what}. Put back the file of a backup.`)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new ConfigError(`DATA_DIR: ${file} can't be read: ${(error as Error).message}.`)
  }
}

/** Links a complete file into place, which is atomic and never overwrites: of two services that start at once, one wins. */
function create(file: string, secret: string): string {
  const scratch = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const opened = openSync(scratch, 'wx', 0o600)
  try {
    writeSync(opened, `${secret}\n`)
    fsyncSync(opened)
    linkSync(scratch, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(opened)
    rmSync(scratch)
  }
  return readFileSync(file, 'utf8').trim()
}

const MIN_PEPPER_LENGTH = 32

/** Loads the pepper of the password hashes. A new one is created only for a database without passwords. */
export const loadOrCreatePepper = (file: string, hasPasswords: boolean): string =>
  loadOrCreateSecret(file, {
    what: `a pepper of at least ${MIN_PEPPER_LENGTH} characters`,
    isValid: ({ length }) => length >= MIN_PEPPER_LENGTH,
    make() {
      if (!hasPasswords) return randomBytes(32).toString('base64url')
      throw new ConfigError(
        `DATA_DIR: ${file} is missing, and no password of this database fits another one. Put back the file of a backup.`,
      )
    },
  })
