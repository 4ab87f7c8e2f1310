import { failureOf, type GpuStatus } from './gpu-status.ts'

/** A thread that mines on the graphics card. */
export interface CardThread {
  /** Asks it to end: Dawn aborts the process when its thread is terminated while it waits for the card. */
  end(): void
}

/** Called by a thread that was started. */
export interface CardEvents {
  /** The card has been checked, or can't mine. */
  onStatus(status: GpuStatus): void
  onExit(): void
}

interface Parts {
  start(addon: string, events: CardEvents): CardThread
  onStatus?(status: GpuStatus): void
}

/** Runs the card's thread while an addon is wanted. A thread that ends is waited for before the next one starts. */
export class GpuThread {
  #status: GpuStatus = { state: 'off' }
  #addon: string | undefined
  #thread: CardThread | undefined
  #isEnding = false
  #exit: Promise<void> = Promise.resolve()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get status(): GpuStatus {
    return this.#status
  }

  /** Mines by the addon of this file; undefined ends it. The addon of a card that has failed changes nothing. */
  want(addon: string | undefined): void {
    if (addon === this.#addon) return
    this.#addon = addon
    this.#set({ state: addon === undefined ? 'off' : 'starting' })
    if (this.#thread) this.#end()
    else this.#start()
  }

  async stop(): Promise<void> {
    this.want(undefined)
    await this.#exit
  }

  #end(): void {
    if (!this.#isEnding) this.#thread?.end()
    this.#isEnding = true
  }

  #start(): void {
    const addon = this.#addon
    if (addon === undefined) return
    this.#isEnding = false
    this.#exit = new Promise((resolve) => {
      this.#thread = this.#parts.start(addon, {
        onStatus: (status) => {
          if (!this.#isEnding) this.#set(status)
        },
        onExit: () => {
          resolve()
          this.#follow()
        },
      })
    })
  }

  /** The thread is gone, whether it was asked to or not. */
  #follow(): void {
    this.#thread = undefined
    if (this.#isEnding) this.#start()
    else if (this.#status.state !== 'failed') this.#set(failureOf('its thread has ended', 'stopped'))
  }

  #set(status: GpuStatus): void {
    this.#status = status
    this.#parts.onStatus?.(status)
  }
}
