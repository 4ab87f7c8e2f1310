import { createHash } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '#service/platform/folders.ts'
import { failureReason } from '../../network.ts'

/** The bytes that came are not those of the release. */
class HashMismatchError extends Error {
  override name = 'HashMismatchError'
}

/** A file of a release, by its address on the service. */
export interface ReleasedFile {
  url: string
  fileName: string
  size: number
  sha256: string
}

interface Course {
  folder: string
  signal?: AbortSignal | undefined
  onProgress(received: number): void
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** A name that leads nowhere else and is no hidden file, whatever the service says. */
export const safeName = (name: string): string => name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '') || 'idleforge-miner'

/** `miner (1).zip` where `miner.zip` is another file already. */
export function freeName(folder: string, name: string, exists: (file: string) => boolean = existsSync): string {
  const [, stem = name, ending = ''] = /^(.+?)((?:\.tar)?\.\w+)$/.exec(name) ?? []
  for (let count = 0; ; count += 1) {
    const file = path.join(folder, count === 0 ? name : `${stem} (${count})${ending}`)
    if (!exists(file)) return file
  }
}

async function fetchInto(part: string, wanted: ReleasedFile, { signal, onProgress }: Course): Promise<string> {
  // The release's list comes from the service, so its files do.
  const response = await fetch(wanted.url, { redirect: 'error', signal: signal ?? null })
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
  const hash = createHash('sha256')
  let received = 0
  const file = await open(part, 'w', 0o600)
  try {
    for await (const chunk of response.body) {
      received += chunk.length
      if (received > wanted.size) throw new HashMismatchError('the file is longer than announced')
      hash.update(chunk)
      // Unlike `write`, it goes on after a partial write, as on a disk that is full, and then throws.
      await file.appendFile(chunk)
      onProgress(received)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Saves a file in a folder once its hash is right, and returns its path. Nothing remains of a file with another hash. */
async function downloadFile(wanted: ReleasedFile, course: Course): Promise<string> {
  const { folder } = course
  makeFolder(folder)
  const name = safeName(wanted.fileName)
  const earlier = path.join(folder, name)
  if (existsSync(earlier) && (await hashOfFile(earlier)) === wanted.sha256) return earlier
  const part = path.join(folder, `${name}.${process.pid}.part`)
  try {
    const sha256 = await fetchInto(part, wanted, course)
    if (sha256 !== wanted.sha256) throw new HashMismatchError(`its SHA-256 is ${sha256}`)
    const file = freeName(folder, name)
    await rename(part, file)
    return file
  } finally {
    rmSync(part, { force: true })
  }
}

/** Why a file of a release was not saved. */
export interface SaveProblem {
  problem: 'failed' | 'wrong-hash'
  detail: string
}

/** Saves a file that the service itself offers. */
export async function saveRelease(
  service: string,
  file: ReleasedFile,
  course: Course,
): Promise<{ path: string } | SaveProblem> {
  try {
    const { origin, href } = new URL(file.url, service)
    if (origin !== new URL(service).origin) throw new Error(`${origin} is not the service`)
    return { path: await downloadFile({ ...file, url: href }, course) }
  } catch (error) {
    return { problem: error instanceof HashMismatchError ? 'wrong-hash' : 'failed', detail: failureReason(error) }
  }
}
