import { readFile, stat } from 'node:fs/promises'
import { NetworkError } from '#service/chains/network.ts'
import { refused } from '#service/platform/operator/errors.ts'

/** The content of a secret file, which only its owner may read. Only this program opens it. */
async function readSecret(setting: string, file: string | undefined): Promise<string> {
  if (file === undefined) throw refused(`No key to sign with: set ${setting} to the file that holds it.`)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw refused(`${setting}: there is no file ${file}.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw refused(`${setting}: others may read ${file}. Make it yours alone: chmod 600.`)
  return (await readFile(file, 'utf8')).trim()
}

/** Opens what signs with the key of a file; refused when the network cannot use that key. */
export async function openWithKey<T>(
  { setting, file }: { setting: string; file: string | undefined },
  open: (key: string) => T,
): Promise<T> {
  const key = await readSecret(setting, file)
  try {
    return open(key)
  } catch (error) {
    if (error instanceof NetworkError) throw refused(`${setting}: ${file} cannot be used: ${error.message}`)
    throw error
  }
}
