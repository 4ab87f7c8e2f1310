import { isDeepStrictEqual } from 'node:util'
import type { Share, Work } from '#lib/contract/agent.ts'
import type { Pause, Wish } from '#lib/contract/miner-settings.ts'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import type { MinerControl } from './control.ts'
import type { Display, Status } from './display.ts'
import { type Engine, startEngine } from './engine.ts'
import type { GpuStatus } from './gpu/gpu-status.ts'
import { createHashRate } from './hash-rate.ts'
import { type Link, UnboundError, UnreachableError } from './link.ts'
import type { EngineName } from './nonce-search.ts'
import { MINER_VERSION } from './options.ts'
import { pauseFacts, pauseText } from './pause-text.ts'
import { type ReportFacts, ReportSender } from './report-sender.ts'
import { WakeableSleep } from './wakeable-sleep.ts'

const FIRST_REPORT_MS = 3_000
/** The delay before the next report while more shares wait than one report should hold: the service allows 20 calls in 30 s. */
const BACKLOG_MS = 3_000
const RETRY_MS = { min: 1_000, max: 30_000 }
/** The shortest time between two reports that are sent early because the PC is used or left: that happens all the time. */
const EARLY_REPORT_MS = 300_000

interface SessionOptions {
  link: Link
  display: Display
  control: MinerControl
  deviceId: string
  /** The file of Dawn's addon; undefined where it is missing. */
  findGpu?: () => string | undefined
  start?: typeof startEngine
}

/** Runs a bound device: gets work, mines and reports, and recovers from failures of service and network. */
export class MiningSession {
  readonly #link: Link
  readonly #display: Display
  readonly #engine: Engine
  readonly #control: MinerControl
  readonly #deviceId: string
  readonly #started = performance.now()
  readonly #sender: ReportSender
  readonly #wait = new WakeableSleep()
  readonly #measureRate = createHashRate()
  readonly #measureGpuRate = createHashRate()
  readonly #findGpu: () => string | undefined
  #work: Work | undefined
  #workEnds = 0
  #workTimer: NodeJS.Timeout | undefined
  #pause: Pause | undefined
  #ended = false
  #online = false
  #retryMs = RETRY_MS.min
  /** Whether the service should learn of a change without delay. */
  #isReportDue = false
  #lastEarlyReport = Number.NEGATIVE_INFINITY

  constructor(of: SessionOptions) {
    this.#link = of.link
    this.#sender = new ReportSender(of.link)
    this.#display = of.display
    this.#control = of.control
    this.#deviceId = of.deviceId
    this.#findGpu = of.findGpu ?? (() => undefined)
    const { threads, throttle } = of.control.settings
    this.#engine = (of.start ?? startEngine)({
      threads,
      throttle,
      onShare: (share) => this.#keep(share),
      onError: (error) => of.display.say('fault', `A mining thread failed: ${error.message}`, { error: error.message }),
      onGpu: (status) => this.#tellGpu(status),
    })
  }

  get engine(): EngineName {
    return this.#engine.name
  }

  /**
   * Mines until `end` is called, once the system has told whether the PC is `ready` for that; throws UnboundError when the device was
   * unbound.
   */
  async run(ready: Promise<void> = Promise.resolve()): Promise<void> {
    const ticker = setInterval(() => this.#display.status(this.#status()), 1_000)
    const unfollow = this.#control.onChange(() => this.#follow())
    this.#follow()
    try {
      await this.#wait.until(ready)
      await this.#begin()
      let waitMs = FIRST_REPORT_MS
      while (!this.#ended) {
        await this.#wait.sleep(waitMs)
        if (!this.#ended) waitMs = await this.#reportOrRetry()
      }
      await this.#sayGoodbye()
    } finally {
      clearInterval(ticker)
      unfollow()
      clearTimeout(this.#workTimer)
      await this.#engine.stop()
    }
  }

  #follow(): void {
    if (this.#ended) return
    this.#engine.setLoad(this.#control.settings)
    this.#engine.setGpu(this.#control.gpu.isOn ? this.#findGpu() : undefined)
    const before = this.#pause
    this.#pause = this.#control.pause
    this.#drive()
    if (isDeepStrictEqual(before, this.#pause)) return
    this.#sayPause()
    const isByUser = this.#pause?.reason === 'user' || before?.reason === 'user'
    if (isByUser) this.#reportSoon()
    else if (performance.now() - this.#lastEarlyReport >= EARLY_REPORT_MS) {
      this.#lastEarlyReport = performance.now()
      this.#reportSoon()
    }
  }

  #sayPause(): void {
    const { settings } = this.#control
    const pause = this.#pause
    if (pause) this.#display.say('paused', pauseText(pause, settings), { ...pause, ...pauseFacts(pause, settings) })
    else this.#display.say('resumed', 'Mining again.')
  }

  #reportSoon(): void {
    this.#isReportDue = true
    this.#wait.wake()
  }

  /** Starts a card again that has failed, or whose engine was missing. */
  retryGpu(): void {
    this.#engine.setGpu(undefined)
    this.#follow()
  }

  #tellGpu(status: GpuStatus): void {
    this.#control.gpu.noteStart(status.state === 'starting')
    if (status.state === 'running')
      this.#display.say('gpu', `The graphics card is mining as well: ${status.card}.`, { card: status.card })
    if (status.state === 'failed')
      this.#display.say('gpu-failed', `The graphics card is not mining: ${status.detail}.`, { error: status.detail })
  }

  end(): void {
    this.#ended = true
    this.#drive()
    this.#wait.wake()
  }

  async #begin(): Promise<void> {
    for (let delay = RETRY_MS.min; !this.#ended; delay = Math.min(delay * 2, RETRY_MS.max)) {
      try {
        const { work, lastSequence } = await this.#link.work()
        this.#sender.continueFrom(lastSequence)
        this.#take(work)
        this.#online = true
        return
      } catch (error) {
        if (!(error instanceof UnreachableError)) throw error
        this.#lose(error)
        await this.#wait.sleep(delay)
      }
    }
  }

  #take(work: Work): void {
    const isNew = this.#work?.workId !== work.workId
    this.#work = work
    this.#workEnds = performance.now() + work.validSeconds * 1000
    clearTimeout(this.#workTimer)
    this.#workTimer = setTimeout(() => this.#runOut(), work.validSeconds * 1000)
    if (isNew) this.#engine.setWork({ workId: work.workId, challenge: work.challenge, difficulty: work.difficulty })
    this.#drive()
  }

  /** The work has expired and the service gave no other: hashing on would be wasted. */
  #runOut(): void {
    this.#drive()
    if (!this.#pause && !this.#ended)
      this.#display.say('waiting', 'No work left for this device. Waiting for the service.')
  }

  /** Pauses the threads unless there is valid work. */
  #drive(): void {
    this.#engine.setPaused(this.#pause !== undefined || this.#ended || performance.now() >= this.#workEnds)
  }

  #keep(share: Share): void {
    if (this.#sender.add({ ...share, until: this.#workEnds })) this.#wait.wake()
  }

  /** The delay before the next report: a second after the first failure, doubled after each further one. */
  async #reportOrRetry(): Promise<number> {
    try {
      await this.#report()
      this.#retryMs = RETRY_MS.min
      if (this.#isReportDue) return 0
      if (this.#sender.hasBacklog) return BACKLOG_MS
      return (this.#work?.reportEverySeconds ?? REPORT_SECONDS) * 1000
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      this.#lose(error)
      const wait = this.#retryMs
      this.#retryMs = Math.min(wait * 2, RETRY_MS.max)
      return wait
    }
  }

  /** A report without a reply is sent again unchanged: the service counts its sequence number once. */
  async #report(): Promise<void> {
    const reply = await this.#sender.send(() => this.#createFacts())
    if (!reply) return
    this.#take(reply.work)
    if (!this.#online) this.#sayOnline()
    this.#online = true
    if (reply.wish) this.#followWish(reply.wish)
  }

  #createFacts(): ReportFacts {
    this.#isReportDue = false
    return {
      state: this.#ended ? 'ended' : this.#pause ? 'paused' : 'mining',
      gpuCount: this.#engine.gpu.state === 'running' ? 1 : 0,
      version: `${MINER_VERSION}+${this.engine}`,
      pause: this.#pause,
      settings: this.#control.settings,
      sensors: this.#control.sensors,
      followedWish: this.#control.followedWish(this.#deviceId),
    }
  }

  /** The next report confirms the wish, and tells the settings that are in force. */
  #followWish(wish: Wish): void {
    if (this.#ended || !this.#control.followWish(this.#deviceId, wish)) return
    if (wish.settings) this.#display.say('settings', 'The dashboard has changed the settings of this device.')
    this.#reportSoon()
  }

  #sayOnline(): void {
    const dropped = this.#sender.takeDropped()
    const droppedText =
      dropped === 0 ? '' : ` ${dropped} ${dropped === 1 ? 'share' : 'shares'} had waited too long to be sent.`
    this.#display.say('online', `Reconnected to the service.${droppedText}`, { dropped })
  }

  #lose(error: UnreachableError): void {
    if (this.#online || !this.#work)
      this.#display.say('offline', `Can't reach the service (${error.message}). Mining continues; retrying.`, {
        error: error.message,
      })
    this.#online = false
  }

  async #sayGoodbye(): Promise<void> {
    try {
      if (this.#sender.isPending) await this.#report()
      await this.#report()
    } catch (error) {
      if (error instanceof UnboundError) throw error
    }
    const { accepted, refused } = this.#sender.counts
    const text = `Ended. ${accepted} ${accepted === 1 ? 'share' : 'shares'} accepted, ${refused} rejected.`
    this.#display.say('ended', text, { accepted, refused })
  }

  #status(): Status {
    return {
      state: this.#pause ? 'paused' : this.#online ? 'mining' : 'offline',
      pause: this.#pause,
      project: this.#work?.project ?? '',
      engine: this.engine,
      localRate: this.#measureRate(this.#engine.hashes()),
      gpu: { ...this.#engine.gpu, rate: this.#measureGpuRate(this.#engine.gpuHashes()) },
      verifiedRate: this.#sender.verifiedRate,
      ...this.#sender.counts,
      waiting: this.#sender.unsent,
      uptimeSeconds: (performance.now() - this.#started) / 1000,
    }
  }
}
