import type { MinerSettings, Pause } from '#lib/contract/miner-settings.ts'
import type { Status } from '../display.ts'
import type { Conditions } from '../pause-rule.ts'
import type { AutostartState } from './autostart.ts'
import type { DayState } from './day-watch.ts'
import type { GpuState } from './gpu-state.ts'
import type { RatePoint } from './rate-history.ts'
import type { UpdateState } from './updates.ts'

/** Why a code did not bind; `detail` of `other` is the miner's own sentence. */
export interface BindProblem {
  reason: 'code-form' | 'code-wrong' | 'too-many-devices' | 'unreachable' | 'other'
  detail?: string
}

/** `needed`: never bound. `unbound`: its user removed it in the dashboard. `replaced`: another miner mines for it. */
export type UnboundState = 'needed' | 'unbound' | 'replaced'

export interface Binding {
  state: 'starting' | UnboundState | 'binding' | 'bound'
  problem?: BindProblem
}

/** Everything that the page shows but the log. */
export interface WindowState {
  version: string
  service: string
  name: string
  maxThreads: number
  binding: Binding
  status: Status | undefined
  pause: Pause | undefined
  settings: MinerSettings
  conditions: Conditions
  rates: readonly RatePoint[]
  today: DayState
  gpu: { isOn: boolean } & GpuState
  autostart: AutostartState | undefined
  update: UpdateState
  isEnding: boolean
}
