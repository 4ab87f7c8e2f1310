import { createHash } from 'node:crypto'
import { type FileHandle, lchown, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { inDataDir, ownerOfData } from '#service/platform/data-dir.ts'
import { makeFolder } from '#service/platform/folders.ts'
import { newId } from '#service/platform/ids.ts'
import { refused } from '#service/platform/operator/errors.ts'

export interface PackageFile {
  size: number
  sha256: string
  /** Moves it to its place under this name. */
  publish(name: string): Promise<void>
  /** Deletes the copy if it was not published. */
  cleanUp(): Promise<void>
}

/** Copies a file into the folder of packages under a hidden name, and hashes the copied bytes. */
export async function takePackage(file: string, config: { dataDir: string }): Promise<PackageFile> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw refused(`There is no file ${file}.`)
  if (!found.isFile()) throw refused(`${file} is not a file.`)
  if (found.size === 0) throw refused(`${file} is empty.`)
  await using source = await open(file, 'r')
  const folder = inDataDir(config, 'downloads')
  makeFolder(folder, 0o700)
  const { uid, gid } = ownerOfData(config)
  // An older version may have created the folder as root.
  if (process.getuid?.() === 0) await lchown(folder, uid, gid)
  const asOwner = <T>(work: () => Promise<T>) => actAs({ uid, gid }, work)
  const scratch = path.join(folder, `.publishing-${newId()}`)
  const cleanUp = () => asOwner(() => rm(scratch, { force: true }))
  try {
    const copied = await asOwner(() => copyWithHash(source, scratch))
    return { ...copied, publish: (name) => asOwner(() => rename(scratch, path.join(folder, name))), cleanUp }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/** Runs `work` as the service's user, who has to read the package; as root it could follow a link that this user has planted. */
async function actAs<T>({ uid, gid }: { uid: number; gid: number }, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || uid === 0) return work()
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

async function copyWithHash(source: FileHandle, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
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
