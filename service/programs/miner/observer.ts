import type { Sensors } from '#lib/contract/miner-settings.ts'
import type { MinerControl } from './control.ts'
import type { Conditions } from './pause-rule.ts'
import type { Probe } from './probes/probe.ts'

const POLL_MS = 5_000
/** Reading a card's sensors costs more, and a report tells them every 30 s. */
const MEASURE_MS = 30_000
/** The longest pause between two reads of a probe that fails. */
const MAX_BACKOFF_MS = 60_000
/**
 * How long the last answer of a failing probe counts. A busy PC fails to answer at times, and must not be mined on under its user's
 * hands because of that.
 */
const HOLD_MS = 30_000
/** A read that takes longer hangs: its probe is left alone until it ends. */
const MAX_READ_MS = 45_000

/** Reads one probe in turn, holds its last answer for a while, and asks less often while it fails. */
class WatchedProbe {
  readonly #probe: Probe
  #told: { conditions: Conditions; at: number } | undefined
  #failures = 0
  #nextAt = 0
  #isReading = false

  constructor(probe: Probe) {
    this.#probe = probe
  }

  async read(control: MinerControl): Promise<Conditions> {
    if (!this.#probe.isNeeded(control.settings)) {
      this.#probe.close?.()
      this.#told = undefined
      this.#nextAt = 0
      return {}
    }
    if (!this.#isReading && performance.now() >= this.#nextAt) await this.#ask()
    const isHeld = this.#told && performance.now() - this.#told.at < HOLD_MS
    return isHeld && this.#told ? this.#told.conditions : {}
  }

  close(): void {
    this.#probe.close?.()
  }

  async #ask(): Promise<void> {
    this.#isReading = true
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_READ_MS)
    })
    const answer = this.#probe.read().then(
      (conditions) => {
        this.#told = { conditions, at: performance.now() }
        this.#failures = 0
        this.#nextAt = performance.now() + (this.#probe.everyMs ?? 0)
      },
      () => {
        this.#failures += 1
        this.#nextAt = performance.now() + Math.min(MAX_BACKOFF_MS, POLL_MS * 2 ** Math.min(this.#failures, 10))
      },
    )
    void answer.then(() => {
      this.#isReading = false
    })
    await Promise.race([answer, limit])
    clearTimeout(timer)
  }
}

interface Sources {
  probes: readonly Probe[]
  readSensors(): Promise<Sensors>
}

export interface Observer {
  /** Resolves once every probe was asked. */
  first: Promise<void>
  stop(): void
}

/** A card's temperature is read with the sensors alone, the processor's at every poll. */
function withSensors(conditions: Conditions, sensors: Sensors): Conditions {
  const celsius = [conditions.celsius, sensors.celsius].filter((value) => value !== undefined)
  return celsius.length > 0 ? { ...conditions, celsius: Math.max(...celsius) } : conditions
}

/** Asks what the system tells, again and again, and gives it to the control. */
export function startObserver(control: MinerControl, { probes, readSensors }: Sources): Observer {
  const watched = probes.map((probe) => new WatchedProbe(probe))
  const timers = new Set<NodeJS.Timeout>()
  let isStopped = false
  async function repeat(act: () => Promise<void>, everyMs: number): Promise<void> {
    await act()
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void repeat(act, everyMs)
    }, everyMs)
    timers.add(timer)
  }
  async function observe(): Promise<void> {
    const told = await Promise.all(watched.map((probe) => probe.read(control)))
    if (!isStopped) control.observe(withSensors(Object.assign({}, ...told), control.sensors))
  }
  void repeat(async () => control.measure(await readSensors()), MEASURE_MS)
  return {
    first: repeat(observe, POLL_MS),
    stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      for (const probe of watched) probe.close()
    },
  }
}
