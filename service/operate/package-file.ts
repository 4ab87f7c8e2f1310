import { createHash } from 'node:crypto'
import { chown, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '../folders.ts'
import { newId } from '../ids.ts'
import { refused } from './errors.ts'

export interface PackageFile {
  size: number
  sha256: string
  /** Puts it in its place under this name. */
  publish(name: string): Promise<void>
  /** Removes what has not been published. */
  cleanUp(): Promise<void>
}

/** Copies a file into the folder under a name that nobody can fetch; the hash is of what was copied. */
export async function takePackage(file: string, folder: string): Promise<PackageFile> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw refused(`There is no file ${file}.`)
  if (!found.isFile()) throw refused(`${file} is not a file.`)
  if (found.size === 0) throw refused(`${file} is empty.`)
  makeFolder(folder, 0o700)
  const scratch = path.join(folder, `.publishing-${newId()}`)
  const cleanUp = () => rm(scratch, { force: true })
  try {
    const copied = await copyWithHash(file, scratch)
    await giveToOwner(scratch, folder)
    return { ...copied, publish: (name) => rename(scratch, path.join(folder, name)), cleanUp }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/** Published as root, it is still the service that has to read it: the owner of the data. */
async function giveToOwner(file: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(path.dirname(folder))
  for (const place of [folder, file]) await chown(place, uid, gid)
}

async function copyWithHash(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  await using source = await open(from, 'r')
  await using target = await open(to, 'wx', 0o600)
  for await (const chunk of source.createReadStream({ autoClose: false })) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    size += bytes.length
    await target.writeFile(bytes)
  }
  await target.sync()
  return { size, sha256: hash.digest('hex') }
}
