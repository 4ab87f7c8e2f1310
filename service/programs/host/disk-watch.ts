import { statfs } from 'node:fs/promises'
import type { Engine } from './engine.ts'

/** Free space where the engine keeps its containers, which few file systems can share out by a quota. */

const GIB = 1024 ** 3
/** No rental begins with less, and a running one is warned of in the log. */
const LOW_DISK_BYTES = 5 * GIB
/** A rental that leaves less is ended, before programs of the owner fail. */
const FULL_DISK_BYTES = 1 * GIB

export type DiskLevel = 'fine' | 'low' | 'full'

export const levelOf = (freeBytes: number): DiskLevel =>
  freeBytes < FULL_DISK_BYTES ? 'full' : freeBytes < LOW_DISK_BYTES ? 'low' : 'fine'

/** Bytes that are free for the engine's files; undefined where its folder is not on this system, as with Docker Desktop. */
export async function freeBytes(engine: Engine): Promise<number | undefined> {
  const field = engine.name === 'podman' ? '{{.Store.GraphRoot}}' : '{{.DockerRootDir}}'
  const folder = await engine.ask('info', '--format', field)
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
