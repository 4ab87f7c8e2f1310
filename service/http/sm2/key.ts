import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../../config.ts'
import { makeFolder } from '../../folders.ts'
import { publicKeyOf } from './noble.ts'
import { isPrivateKey } from './parameters.ts'

export interface Sm2Key {
  /** 64 hex digits. */
  readonly privateKey: string
  /** `04` and 128 hex digits. */
  readonly publicKey: string
}

/**
 * The service's key: the given one (`SM2_PRIVATE_KEY`), else the one in `file`, which is made at the first start
 * with mode 0600. Throws a ConfigError that names the setting or the file when the key is bad.
 */
export function loadSm2Key({ privateKeyHex, file }: { privateKeyHex?: string | undefined; file: string }): Sm2Key {
  const given = privateKeyHex?.trim()
  const privateKey = (given || readOrCreate(file)).toLowerCase()
  assertPrivateKey(privateKey, given ? 'SM2_PRIVATE_KEY' : file)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** Throws a ConfigError unless it is one. The message never shows the key. */
export function assertPrivateKey(privateKey: string, name: string): void {
  if (!isPrivateKey(privateKey)) {
    throw new ConfigError(`${name} is not an SM2 private key (64 hex digits, from 1 to the order of the curve less 2)`)
  }
}

function readOrCreate(file: string): string {
  return read(file) ?? create(file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}

/** Linking a whole file into place is atomic and never overwrites: of two services that start at once, one makes the key. */
function create(file: string): string {
  makeFolder(dirname(file))
  const scratch = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const opened = openSync(scratch, 'wx', 0o600)
  try {
    writeSync(opened, `${drawPrivateKey()}\n`)
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

/** Uniform: a draw outside is thrown away. */
function drawPrivateKey(): string {
  for (;;) {
    const draw = randomBytes(32).toString('hex')
    if (isPrivateKey(draw)) return draw
  }
}
