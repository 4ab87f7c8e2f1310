import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'

interface SecretKind {
  /** In words, as `is not …` goes on. */
  what: string
  isValid(text: string): boolean
  make(): string
}

/**
 * A secret that this machine keeps in a file of mode 0600; the first of several starts at once makes it. Throws a
 * ConfigError for a file that can't be read or holds another thing: a secret made in its place would fit no data.
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

/** Linking a whole file into place is atomic and never overwrites: of two services that start at once, one makes it. */
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

/** The secret part of every password hash, from its file. A new one is made for a database without passwords only. */
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
