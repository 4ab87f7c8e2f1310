import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import type { GpuDesk } from './gpu-desk.ts'
import { policyOf } from './page-policy.ts'
import { pageText } from './page-text.ts'
import { parseRequest, requests } from './requests.ts'
import type { Answer, Routes } from './server.ts'
import type { LogLine } from './window-display.ts'
import type { WindowState } from './window-state.ts'

/** The parts of the window that the page reads and changes. */
export interface WindowActs {
  state(): WindowState
  lines(): readonly LogLine[]
  /** Reads again what only a look at the system tells. */
  refresh(): Promise<void>
  bind(code: string): void
  change(settings: Partial<MinerSettings>): void
  /** Unix milliseconds; null ends the user's pause. */
  pause(until: number | null): void
  setAutostart(isEnabled: boolean): Promise<void>
  gpu: Omit<GpuDesk, 'state' | 'startChecks'>
  checkUpdate(): Promise<void>
  downloadUpdate(): void
  stop(): void
}

type Change = (acts: WindowActs, body: unknown) => void | Promise<void>

/** A change whose body says nothing. */
const plain =
  (act: (acts: WindowActs) => void | Promise<void>): Change =>
  (acts, body) => {
    parseRequest(requests.empty, body)
    return act(acts)
  }

const changes: Readonly<Record<string, Change>> = {
  bind: (acts, body) => acts.bind(parseRequest(requests.bind, body).code),
  settings: (acts, body) => acts.change(parseRequest(requests.settings, body)),
  pause: (acts, body) => acts.pause(parseRequest(requests.pause, body).until),
  autostart: (acts, body) => acts.setAutostart(parseRequest(requests.autostart, body).isEnabled),
  gpu: (acts, body) => acts.gpu.switchTo(parseRequest(requests.gpu, body).isOn),
  'gpu/check': plain((acts) => acts.gpu.check()),
  'gpu/download': plain((acts) => acts.gpu.download()),
  'gpu/cancel': plain((acts) => acts.gpu.cancel()),
  'gpu/retry': plain((acts) => acts.gpu.retry()),
  'update/check': plain((acts) => acts.checkUpdate()),
  'update/download': plain((acts) => acts.downloadUpdate()),
  stop: plain((acts) => acts.stop()),
}

/** The page, its state and its changes. Each change answers with the state after it. */
export function createRoutes(acts: WindowActs): Routes {
  let page: Promise<{ html: string; policy: string }> | undefined

  async function read(path: string): Promise<Answer> {
    if (path === '') {
      page ??= pageText().then((html) => ({ html, policy: policyOf(html) }))
      await acts.refresh()
      return page
    }
    if (path === 'state') return { json: acts.state() }
    return path === 'log' ? { json: acts.lines() } : undefined
  }

  return {
    read,
    async change(path, body) {
      if (!Object.hasOwn(changes, path)) return undefined
      await changes[path]?.(acts, body)
      return { json: acts.state() }
    },
  }
}
