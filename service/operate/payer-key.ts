import { readFile, stat } from 'node:fs/promises'
import type { Hex } from 'viem'
import { refused } from './errors.ts'

const KEY = /^(?:0x)?([0-9a-f]{64})$/i

/** The private key of the paying wallet. Only this program reads it, from a file that nobody else may read. */
export async function readPayerKey(file: string | undefined): Promise<Hex> {
  if (file === undefined) throw refused('No key to sign with: set PAYER_KEY_FILE to the file that holds it.')
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw refused(`PAYER_KEY_FILE: there is no file ${file}.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw refused(`PAYER_KEY_FILE: others may read ${file}. Make it yours alone: chmod 600.`)
  const [, key] = KEY.exec((await readFile(file, 'utf8')).trim()) ?? []
  if (key === undefined) throw refused(`PAYER_KEY_FILE: ${file} does not hold 64 hexadecimal digits.`)
  return `0x${key}`
}
