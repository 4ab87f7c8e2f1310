import type { Release } from '#lib/contract/versions.ts'
import { installEngine } from '../gpu/install-engine.ts'
import { type ReleasedFile, type SaveProblem, saveRelease } from './download-file.ts'
import { CHECK_MS, type ReadRelease } from './read-release.ts'

/** The engine's archive of a release. */
export interface EngineFile extends ReleasedFile {
  version: string
}

/** The engine for graphics cards at the service, and on its way to this PC. `unsupported`: none is published for this system. */
export type EngineDownloadState =
  | { state: 'unknown' | 'checking' | 'unreachable' | 'unsupported' }
  | ({ state: 'available'; file: EngineFile } & Partial<SaveProblem>)
  | { state: 'downloading'; file: EngineFile; received: number }
  | { state: 'unpacking'; file: EngineFile }

export interface EngineDownload {
  state(): EngineDownloadState
  check(): Promise<void>
  /** Downloads the archive, compares its hash, and unpacks it. */
  download(): Promise<void>
  cancel(): void
  /** Checks now and every 12 hours until the returned function is called. */
  start(): () => void
}

interface Parts {
  service: string
  folder: string
  readRelease: ReadRelease
  /** Called once the engine is in its folder. */
  onInstalled(): void
}

/** The engine's archive for a processor; undefined where the release has none. */
export function engineFileOf(release: Release | undefined, architecture: string): EngineFile | undefined {
  const found = release?.files?.find((file) => file.form === 'gpu' && file.architecture === architecture)
  if (!release || !found) return undefined
  const { url, fileName, size, sha256 } = found
  return { version: release.version, url, fileName, size, sha256 }
}

/** Fetches the engine when it is told to, and never by itself. */
export function createEngineDownload({ service, folder, readRelease, onInstalled }: Parts): EngineDownload {
  let state: EngineDownloadState = { state: 'unknown' }
  let abort: AbortController | undefined

  async function check(): Promise<void> {
    if (state.state === 'checking' || state.state === 'downloading' || state.state === 'unpacking') return
    const before = state
    if (before.state !== 'available') state = { state: 'checking' }
    try {
      const file = engineFileOf(await readRelease(), process.arch)
      // The user may have begun to download meanwhile.
      if (state.state === 'checking' || state === before)
        state = file ? { state: 'available', file } : { state: 'unsupported' }
    } catch {
      if (state.state === 'checking') state = { state: 'unreachable' }
    }
  }

  async function install(file: EngineFile, archive: string): Promise<void> {
    state = { state: 'unpacking', file }
    try {
      await installEngine(archive, folder)
      state = { state: 'available', file }
      onInstalled()
    } catch (error) {
      state = { state: 'available', file, problem: 'failed', detail: (error as Error).message }
    }
  }

  async function download(): Promise<void> {
    if (state.state !== 'available') return
    const { file } = state
    state = { state: 'downloading', file, received: 0 }
    abort = new AbortController()
    const { signal } = abort
    const saved = await saveRelease(service, file, {
      folder,
      signal,
      onProgress(received) {
        state = { state: 'downloading', file, received }
      },
    })
    if ('path' in saved) await install(file, saved.path)
    else state = { state: 'available', file, ...(!signal.aborted && saved) }
  }

  return {
    state: () => state,
    check,
    download,
    cancel: () => abort?.abort(),
    start() {
      void check()
      const timer = setInterval(() => void check(), CHECK_MS)
      return () => clearInterval(timer)
    },
  }
}
