import type { GpuFailure, GpuStatus } from '../gpu/gpu-status.ts'
import type { EngineDownloadState, EngineFile } from './engine-download.ts'

/**
 * The graphics card as the page shows it. `available` to `unsupported`: its engine is not on this PC. `waiting`: it is switched on, and
 * nothing is mined yet. `crashed`: it was switched off, because the program ended while it started the card.
 */
export type GpuState =
  | EngineDownloadState
  | { state: 'off' | 'waiting' | 'starting' }
  | { state: 'running'; card: string; rate: number }
  /** With the file where another download may help. */
  | { state: 'failed'; reason: GpuFailure | 'crashed'; detail: string; file?: EngineFile }

interface Facts {
  isOn: boolean
  hasCrashed: boolean
  hasEngine: boolean
  download: EngineDownloadState
  /** Undefined while no session mines. */
  status: (GpuStatus & { rate: number }) | undefined
}

/** A download that runs, or has failed, is shown before the engine that is there. */
const isDownloadShown = ({ hasEngine, download }: Facts): boolean =>
  !hasEngine ||
  download.state === 'downloading' ||
  download.state === 'unpacking' ||
  (download.state === 'available' && download.problem !== undefined)

export function gpuStateOf(facts: Facts): GpuState {
  const { isOn, hasCrashed, download, status } = facts
  if (isDownloadShown(facts)) return download
  if (hasCrashed) return { state: 'failed', reason: 'crashed', detail: '' }
  if (!isOn) return { state: 'off' }
  switch (status?.state) {
    case 'running':
      return { state: 'running', card: status.card, rate: status.rate }
    case 'failed':
      return {
        ...{ state: 'failed', reason: status.reason, detail: status.detail },
        ...(status.reason === 'engine' && download.state === 'available' && { file: download.file }),
      }
    case 'starting':
      return { state: 'starting' }
    default:
      return { state: 'waiting' }
  }
}
