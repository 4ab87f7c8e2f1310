import { readFile, stat } from 'node:fs/promises'
import type { Hex } from 'viem'
import { refused } from '#service/platform/operator/errors.ts'

const KEY = /^(?:0x)?([0-9a-f]{64})$/i

/** The content of a secret file, which only its owner may read. Only this program opens it. */
export async function readSecret(setting: string, file: string | undefined): Promise<string> {
  if (file === undefined) throw refused(`No key to sign with: set ${setting} to the file that holds it.`)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw refused(`${setting}: there is no file ${file}.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw refused(`${setting}: others may read ${file}. Make it yours alone: chmod 600.`)
  return (await readFile(file, 'utf8')).trim()
}

/** The private key of the paying wallet. */
export async function readPayerKey(file: string | undefined): Promise<Hex> {
  const [, key] = KEY.exec(await readSecret('PAYER_KEY_FILE', file)) ?? []
  if (key === undefined) throw refused(`PAYER_KEY_FILE: ${file} does not hold 64 hexadecimal digits.`)
  return `0x${key}`
}
