import type { Share } from '#lib/contract/agent.ts'

/** More shares than a device can find while they are valid. */
const MAX_WAITING = 2_000

/** A found share, and until when the service accepts it, in milliseconds of `performance.now`. */
export interface FoundShare extends Share {
  until: number
}

/** Shares that wait for a report. */
export class ShareQueue {
  #waiting: FoundShare[] = []
  #dropped = 0

  get length(): number {
    return this.#waiting.length
  }

  add(share: FoundShare): void {
    this.#waiting.push(share)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
  }

  /** Drops shares that the service would refuse as late. */
  dropLate(): void {
    const { length } = this.#waiting
    const now = performance.now()
    this.#waiting = this.#waiting.filter(({ until }) => until > now)
    this.#dropped += length - this.#waiting.length
  }

  /** Removes the oldest ones. */
  take(max: number): FoundShare[] {
    return this.#waiting.splice(0, max)
  }

  /** Gives shares back that were not sent. */
  putBack(shares: readonly FoundShare[]): void {
    this.#waiting.unshift(...shares)
  }

  /** The number of late shares since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }
}
