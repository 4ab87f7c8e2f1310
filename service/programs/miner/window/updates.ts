import { existsSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { releasesRead } from '#lib/contract/versions.ts'
import { failureReason } from '../../network.ts'
import { MINER_VERSION } from '../options.ts'
import { downloadFile, HashMismatchError } from './download-file.ts'
import { downloadsFolder } from './downloads-folder.ts'
import { chooseUpdate, installedForm, platformOf, type Update } from './release-choice.ts'

const CHECK_MS = 12 * 3_600_000
const TIMEOUT_MS = 15_000

/** The newest version as far as this program knows. */
export type UpdateState =
  | { state: 'unknown' | 'checking' | 'newest' | 'unreachable' }
  | { state: 'available'; update: Update; problem?: 'failed' | 'wrong-hash'; detail?: string }
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

async function readUpdate(service: string): Promise<Update | undefined> {
  const response = await fetch(`${service}/api${releasesRead.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const releases = v.parse(releasesRead.reply, await response.json())
  const platform = platformOf(process.platform)
  const release = platform && releases[platform]
  return release ? chooseUpdate(release, MINER_VERSION, installed()) : undefined
}

/** Looks for new versions, and saves one when it is told to. It never replaces the program itself. */
export function createUpdates(service: string, folder: () => string = downloadsFolder): Updates {
  let state: UpdateState = { state: 'unknown' }

  async function check(): Promise<void> {
    if (state.state !== 'unknown' && state.state !== 'newest' && state.state !== 'unreachable') return
    state = { state: 'checking' }
    try {
      const update = await readUpdate(service)
      state = update ? { state: 'available', update } : { state: 'newest' }
    } catch {
      state = { state: 'unreachable' }
    }
  }

  async function download(): Promise<void> {
    if (state.state !== 'available') return
    const { update } = state
    state = { state: 'downloading', update, received: 0 }
    const wanted = { ...update, url: new URL(update.url, service) }
    try {
      const file = await downloadFile(folder(), wanted, (received) => {
        state = { state: 'downloading', update, received }
      })
      state = { state: 'downloaded', update, file }
    } catch (error) {
      const problem = error instanceof HashMismatchError ? 'wrong-hash' : 'failed'
      state = { state: 'available', update, problem, detail: failureReason(error) }
    }
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
