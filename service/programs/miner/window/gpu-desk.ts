import type { MinerControl } from '../control.ts'
import type { Status } from '../display.ts'
import { engineFolder, findAddon } from '../gpu/addon-file.ts'
import { createEngineDownload } from './engine-download.ts'
import { type GpuState, gpuStateOf } from './gpu-state.ts'
import type { ReadRelease } from './read-release.ts'

interface Parts {
  service: string
  /** Folder of the engine; undefined for the usual ones. */
  gpuFolder: string | undefined
  readRelease: ReadRelease
  control: MinerControl
  status(): Status | undefined
  /** Starts the card of the session again, where one mines. */
  retry(): void
}

/** Takes the page's wishes for the graphics card. */
export interface GpuDesk {
  state(): { isOn: boolean } & GpuState
  switchTo(isOn: boolean): void
  check(): Promise<void>
  download(): void
  cancel(): void
  retry(): void
  startChecks(): () => void
}

export function createGpuDesk({ service, gpuFolder, readRelease, control, status, retry }: Parts): GpuDesk {
  const folder = engineFolder(gpuFolder)
  const engine = createEngineDownload({ service, folder, readRelease, onInstalled: retry })
  return {
    state: () => ({
      isOn: control.gpu.isOn,
      ...gpuStateOf({
        isOn: control.gpu.isOn,
        hasCrashed: control.gpu.hasCrashed,
        hasEngine: findAddon(gpuFolder) !== undefined,
        download: engine.state(),
        status: status()?.gpu,
      }),
    }),
    switchTo: (isOn) => control.gpu.set(isOn),
    check: engine.check,
    download: () => void engine.download(),
    cancel: engine.cancel,
    retry,
    startChecks: engine.start,
  }
}
