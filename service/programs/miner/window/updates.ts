import { existsSync } from 'node:fs'
import path from 'node:path'
import { MINER_VERSION } from '../options.ts'
import { type SaveProblem, saveRelease } from './download-file.ts'
import { downloadsFolder } from './downloads-folder.ts'
import { CHECK_MS, type ReadRelease } from './read-release.ts'
import { chooseUpdate, installedForm, type Update } from './release-choice.ts'

/** The newest version as far as this program knows. */
export type UpdateState =
  | { state: 'unknown' | 'checking' | 'newest' | 'unreachable' }
  | ({ state: 'available'; update: Update } & Partial<SaveProblem>)
  | { state: 'downloading'; update: Update; received: number }
  | { state: 'downloaded'; update: Update; file: string }

export interface Updates {
  state(): UpdateState
  check(): Promise<void>
  download(): Promise<void>
  /** Checks now and every 12 hours until the returned function is called. */
  start(): () => void
}

const installed = () => ({
  architecture: process.arch,
  form: installedForm(
    process.platform,
    process.execPath,
    existsSync(path.join(path.dirname(process.execPath), 'Uninstall.exe')),
  ),
})

/** Looks for new versions, and saves one when it is told to. It never replaces the program itself. */
export function createUpdates(service: string, readRelease: ReadRelease): Updates {
  let state: UpdateState = { state: 'unknown' }

  async function check(): Promise<void> {
    if (state.state !== 'unknown' && state.state !== 'newest' && state.state !== 'unreachable') return
    state = { state: 'checking' }
    try {
      const release = await readRelease()
      const update = release && chooseUpdate(release, MINER_VERSION, installed())
      state = update ? { state: 'available', update } : { state: 'newest' }
    } catch {
      state = { state: 'unreachable' }
    }
  }

  async function download(): Promise<void> {
    if (state.state !== 'available') return
    const { update } = state
    state = { state: 'downloading', update, received: 0 }
    const saved = await saveRelease(service, update, {
      folder: downloadsFolder(),
      onProgress(received) {
        state = { state: 'downloading', update, received }
      },
    })
    state =
      'path' in saved ? { state: 'downloaded', update, file: saved.path } : { state: 'available', update, ...saved }
  }

  return {
    state: () => state,
    check,
    download,
    start() {
      void check()
      const timer = setInterval(() => void check(), CHECK_MS)
      return () => clearInterval(timer)
    },
  }
}
