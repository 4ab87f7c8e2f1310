import { isDeepStrictEqual } from 'node:util'
import type { MinerSettings, Pause, Sensors, Wish } from '#lib/contract/miner-settings.ts'
import { GpuSwitch } from './gpu/gpu-switch.ts'
import { type Conditions, pauseAt } from './pause-rule.ts'
import { type FollowedWish, fitSettings, type Kept } from './settings.ts'

interface ControlOptions extends Kept {
  /** Options of the command line: they hold for this start, and are never kept. */
  typed?: Partial<MinerSettings>
  isGpuTyped?: boolean
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
  readonly gpu: GpuSwitch
  /** The settings without the options of the command line. */
  #kept: MinerSettings
  #typed: Partial<MinerSettings>
  #pausedUntil: number | undefined
  #followed: FollowedWish | undefined
  #conditions: Conditions = {}
  #sensors: Sensors = {}
  #pause: Pause | undefined
  /** When the pause began, Unix milliseconds. */
  #since: number
  readonly #keep: (kept: Kept) => void
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(of: ControlOptions) {
    const { settings, pausedUntil, followed, typed = {}, keep = () => {}, now = Date.now } = of
    this.gpu = new GpuSwitch({
      kept: of.gpu,
      isTyped: of.isGpuTyped ?? false,
      save: () => this.#save(),
      notify: () => this.#notify(),
    })
    this.#kept = settings
    this.#typed = typed
    this.#pausedUntil = pausedUntil
    this.#followed = followed
    this.#keep = keep
    this.#now = now
    this.#since = now()
    this.#pause = this.#decide()
  }

  get settings(): MinerSettings {
    return { ...this.#kept, ...this.#typed }
  }

  get conditions(): Conditions {
    return this.#conditions
  }

  get sensors(): Sensors {
    return this.#sensors
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

  /** Changes settings. A value that is in force already changes nothing, and is not kept if it was typed for this start. */
  change(settings: Partial<MinerSettings>): void {
    if (!this.#accept(settings)) return
    this.#save()
    this.#setPause(this.#decide())
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

  /** Takes what the system measured last. */
  measure(sensors: Sensors): void {
    this.#sensors = sensors
  }

  /** Id of the last wish of the dashboard that was followed; undefined before the device's first. */
  followedWish(deviceId: string): number | undefined {
    return this.#followed?.deviceId === deviceId ? this.#followed.id : undefined
  }

  /** Does what the dashboard asks for, each wish once. Returns whether the wish was new. */
  followWish(deviceId: string, { id, settings, pauseUntil }: Wish): boolean {
    if (id <= (this.followedWish(deviceId) ?? 0)) return false
    this.#followed = { deviceId, id }
    const isChanged = settings !== undefined && this.#accept(settings)
    if (pauseUntil !== undefined) this.#pausedUntil = pauseUntil === null ? undefined : pauseUntil * 1000
    this.#save()
    if (isChanged) {
      this.#setPause(this.#decide())
      this.#notify()
    } else this.#follow()
    return true
  }

  /** Returns whether a setting has changed. A change overrules what was typed. */
  #accept(settings: Partial<MinerSettings>): boolean {
    const current = this.settings
    const changes = Object.entries(fitSettings(settings)).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current[name as keyof MinerSettings]),
    )
    if (changes.length === 0) return false
    const names = new Set(changes.map(([name]) => name))
    this.#kept = { ...this.#kept, ...Object.fromEntries(changes) }
    this.#typed = Object.fromEntries(Object.entries(this.#typed).filter(([name]) => !names.has(name)))
    return true
  }

  /** A pause without an end is not kept: a device that starts again should mine. */
  #save(): void {
    const until = this.#pausedUntil
    const pausedUntil = Number.isFinite(until) ? until : undefined
    this.#keep({ settings: this.#kept, pausedUntil, followed: this.#followed, gpu: this.gpu.kept })
  }

  #decide(): Pause | undefined {
    return pauseAt({
      settings: this.settings,
      conditions: this.#conditions,
      pausedUntil: this.#pausedUntil,
      now: this.#now(),
      before: this.#pause && { ...this.#pause, since: this.#since },
    })
  }

  #setPause(pause: Pause | undefined): void {
    if (pause?.reason !== this.#pause?.reason) this.#since = this.#now()
    this.#pause = pause
  }

  #follow(): void {
    const next = this.#decide()
    if (isDeepStrictEqual(next, this.#pause)) return
    this.#setPause(next)
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
