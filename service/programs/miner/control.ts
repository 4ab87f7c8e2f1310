import { isDeepStrictEqual } from 'node:util'
import type { MinerSettings, Pause } from '#lib/contract/miner-settings.ts'
import { type Conditions, pauseAt } from './pause-rule.ts'
import type { Kept } from './settings.ts'

interface ControlOptions extends Kept {
  /** Keeps settings for the next start. */
  keep?(kept: Kept): void
  /** Unix milliseconds. */
  now?(): number
}

/** How often times of pauses and schedules are compared with the clock. */
const TICK_MS = 1_000

/**
 * Decides when and how hard this device mines, from its settings, its user's pauses and what the system tells. The terminal, the window
 * and the dashboard change it; the mining session follows it.
 */
export class MinerControl {
  #settings: MinerSettings
  #pausedUntil: number | undefined
  #conditions: Conditions = {}
  #pause: Pause | undefined
  readonly #keep: (kept: Kept) => void
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  constructor({ settings, pausedUntil, keep = () => {}, now = Date.now }: ControlOptions) {
    this.#settings = settings
    this.#pausedUntil = pausedUntil
    this.#keep = keep
    this.#now = now
    this.#pause = this.#decide()
  }

  get settings(): MinerSettings {
    return this.#settings
  }

  get conditions(): Conditions {
    return this.#conditions
  }

  /** Why the device pauses now; undefined while it may mine. */
  get pause(): Pause | undefined {
    return this.#pause
  }

  /** Calls `listener` after each change of settings or pause; returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows the clock until the returned function is called. */
  start(): () => void {
    this.#timer = setInterval(() => this.#follow(), TICK_MS)
    return () => clearInterval(this.#timer)
  }

  change(settings: Partial<MinerSettings>): void {
    const next = { ...this.#settings, ...settings }
    if (isDeepStrictEqual(next, this.#settings)) return
    this.#settings = next
    this.#save()
    this.#pause = this.#decide()
    this.#notify()
  }

  /** Pauses until a moment in Unix milliseconds; Infinity pauses until `resume`. */
  pauseUntil(until: number): void {
    this.#pausedUntil = until
    this.#save()
    this.#follow()
  }

  /** Ends the user's pause. Other reasons to pause remain. */
  resume(): void {
    this.#pausedUntil = undefined
    this.#save()
    this.#follow()
  }

  /** Takes what the system tells now. */
  observe(conditions: Conditions): void {
    this.#conditions = conditions
    this.#follow()
  }

  /** A pause without an end is not kept: a device that starts again should mine. */
  #save(): void {
    const until = this.#pausedUntil
    this.#keep({ settings: this.#settings, pausedUntil: Number.isFinite(until) ? until : undefined })
  }

  #decide(): Pause | undefined {
    return pauseAt({
      settings: this.#settings,
      conditions: this.#conditions,
      pausedUntil: this.#pausedUntil,
      now: this.#now(),
      before: this.#pause,
    })
  }

  #follow(): void {
    const next = this.#decide()
    if (isDeepStrictEqual(next, this.#pause)) return
    this.#pause = next
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
