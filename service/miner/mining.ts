import type { Share, Work } from '#lib/contract/agent.ts'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import type { Display, Status } from './display.ts'
import { type Engine, startEngine } from './engine.ts'
import { Declined, type Link, Unbound, Unreachable } from './link.ts'
import { MINER_VERSION } from './options.ts'

/** Shares in one report, as many as the service takes. */
const MOST_SHARES = 200
const FIRST_REPORT_MS = 3_000
const RETRY_MS = { first: 1_000, most: 30_000 }
/** Shares that wait longer than the service takes them are not worth sending. */
const MOST_WAITING = 2_000

interface Pending {
  sequence: number
  shares: Share[]
  state: 'mining' | 'paused'
}

const PAUSED = `Paused. Ctrl-Z goes on${process.platform === 'win32' ? '' : ', or fg when the shell has come back'}.`

/** The life of a bound device: take work, mine, report, go on after whatever happens to service and network. */
export class Mining {
  readonly #link: Link
  readonly #display: Display
  readonly #engine: Engine
  readonly #started = performance.now()
  #waiting: Share[] = []
  #pending: Pending | undefined
  #sequence = 0
  #work: Work | undefined
  #paused = false
  #ended = false
  #online = false
  #verifiedRate = 0
  #accepted = 0
  #refused = 0
  #lastCount = { hashes: 0, at: performance.now(), rate: 0 }
  #retryMs = RETRY_MS.first
  #wake: (() => void) | undefined

  constructor(of: { link: Link; display: Display; threads: number; throttle: number }) {
    this.#link = of.link
    this.#display = of.display
    this.#engine = startEngine({
      threads: of.threads,
      throttle: of.throttle,
      onShare: (share) => this.#keep(share),
      onFault: (error) => of.display.say('fault', `A mining thread failed: ${error.message}`),
    })
  }

  /** Mines until `end` is called; throws Unbound when the device was unbound. */
  async run(): Promise<void> {
    // A paused miner is quiet: the shell may have taken the terminal back.
    const ticker = setInterval(() => this.#paused || this.#display.status(this.#status()), 1_000)
    try {
      await this.#begin()
      let waitMs = FIRST_REPORT_MS
      while (!this.#ended) {
        await this.#sleep(waitMs)
        if (!this.#ended) waitMs = await this.#reportOrRetry()
      }
      await this.#sayGoodbye()
    } finally {
      clearInterval(ticker)
      await this.#engine.stop()
    }
  }

  togglePause(): void {
    this.setPaused(!this.#paused)
  }

  setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    this.#engine.setPaused(paused)
    this.#display.say(paused ? 'paused' : 'resumed', paused ? PAUSED : 'Mining again.')
    this.#wake?.()
  }

  end(): void {
    this.#ended = true
    this.#engine.setPaused(true)
    this.#wake?.()
  }

  async #begin(): Promise<void> {
    for (let delay = RETRY_MS.first; !this.#ended; delay = Math.min(delay * 2, RETRY_MS.most)) {
      try {
        const { work, lastSequence } = await this.#link.work()
        this.#sequence = lastSequence
        this.#take(work)
        this.#online = true
        return
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        this.#lose(error)
        await this.#sleep(delay)
      }
    }
  }

  #take(work: Work): void {
    const isNew = this.#work?.workId !== work.workId
    this.#work = work
    if (isNew) this.#engine.setWork({ workId: work.workId, challenge: work.challenge, difficulty: work.difficulty })
  }

  #keep(share: Share): void {
    this.#waiting.push(share)
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift()
    if (this.#waiting.length === MOST_SHARES / 2) this.#wake?.()
  }

  /** How long to wait for the next report: a second after the first that failed, twice as long after each one more. */
  async #reportOrRetry(): Promise<number> {
    try {
      await this.#report()
      this.#retryMs = RETRY_MS.first
      return (this.#work?.reportEverySeconds ?? REPORT_SECONDS) * 1000
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      this.#lose(error)
      const wait = this.#retryMs
      this.#retryMs = Math.min(wait * 2, RETRY_MS.most)
      return wait
    }
  }

  /** A report that got no answer is sent again as it was: the service counts its number once. */
  async #report(): Promise<void> {
    this.#pending ??= {
      sequence: this.#sequence + 1,
      shares: this.#waiting.splice(0, MOST_SHARES),
      state: this.#paused ? 'paused' : 'mining',
    }
    const reply = await this.#link
      .report({ ...this.#pending, gpuCount: 0, version: MINER_VERSION })
      .catch((error: unknown) => this.#catchUp(error))
    if (!reply) return
    this.#sequence = this.#pending?.sequence ?? this.#sequence
    this.#pending = undefined
    this.#accepted += reply.accepted
    this.#refused += reply.refused.length
    this.#verifiedRate = reply.hashrate
    this.#take(reply.work)
    if (!this.#online) this.#display.say('online', 'Connected to the service again.')
    this.#online = true
  }

  /** Another process of this device has reported meanwhile: go on from its number. */
  #catchUp(error: unknown): undefined {
    if (!(error instanceof Declined) || error.reason !== 'REPORT_OUTDATED') throw error
    this.#sequence = Number(error.data.lastSequence)
    if (this.#pending) this.#waiting.unshift(...this.#pending.shares)
    this.#pending = undefined
    return undefined
  }

  #lose(error: Unreachable): void {
    if (this.#online || !this.#work)
      this.#display.say('offline', `The service can't be reached (${error.message}). Mining goes on, trying again.`)
    this.#online = false
  }

  async #sayGoodbye(): Promise<void> {
    try {
      if (this.#pending) await this.#report()
      this.#paused = true
      await this.#report()
    } catch (error) {
      if (error instanceof Unbound) throw error
    }
    this.#display.say(
      'ended',
      `Ended. ${this.#accepted} ${this.#accepted === 1 ? 'share' : 'shares'} accepted, ${this.#refused} rejected.`,
      {
        accepted: this.#accepted,
        refused: this.#refused,
      },
    )
  }

  #status(): Status {
    return {
      state: this.#paused ? 'paused' : this.#online ? 'mining' : 'offline',
      project: this.#work?.project ?? '',
      localRate: this.#localRate(),
      verifiedRate: this.#verifiedRate,
      accepted: this.#accepted,
      refused: this.#refused,
      waiting: this.#waiting.length + (this.#pending?.shares.length ?? 0),
      uptimeSeconds: (performance.now() - this.#started) / 1000,
    }
  }

  #localRate(): number {
    const last = this.#lastCount
    const at = performance.now()
    const hashes = this.#engine.hashes()
    const rate = at > last.at ? ((hashes - last.hashes) / (at - last.at)) * 1000 : last.rate
    this.#lastCount = { hashes, at, rate }
    return last.rate === 0 ? rate : last.rate * 0.7 + rate * 0.3
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#wake = done
    })
  }
}
