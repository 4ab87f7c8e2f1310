import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import type { Conditions } from '../pause-rule.ts'

/** A source of conditions of the system. */
export interface Probe {
  /** Whether the settings call for what it tells. */
  isNeeded(settings: MinerSettings): boolean
  /** Asks the system. Rejects, or leaves a field out, where it does not tell. */
  read(): Promise<Conditions>
  /** Time between two reads, where that is longer than usual. */
  readonly everyMs?: number
  /** Ends what runs between reads; a later read begins again. */
  close?(): void
}

/** The system does not tell. */
export class UnknownError extends Error {
  override name = 'UnknownError'
}
