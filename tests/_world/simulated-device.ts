import type { Share, Work } from '#lib/contract/agent.ts'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'

/** Limits of the miner (service/programs/miner/mining-session.ts, share-queue.ts). */
const MAX_SHARES = 200
const MAX_WAITING = 2_000
const FIRST_REPORT_MS = 3_000
const BACKLOG_MS = 3_000

/** Shares found where `mean` are expected: a Poisson distribution, for large means its normal approximation. */
function countFound(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)))
  }
  let found = -1
  for (let left = 1; left > Math.exp(-mean); found += 1) left *= random()
  return found
}

/** Numbers between 0 and 1, the same in every run. */
export function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

type DeviceWork = Pick<Work, 'workId' | 'difficulty'>

interface FoundShare extends Share {
  difficulty: number
}

/** A device that finds shares at a hash rate, without hashing, and reports when the miner would. */
export class SimulatedDevice {
  readonly rate: number
  readonly #random: (() => number) | undefined
  #work: DeviceWork
  #waiting: FoundShare[] = []
  #now: number
  #nextReport: number
  #found = 0
  /** The part of a share that a device without chance has worked on. */
  #begun = 0

  /** Times are milliseconds. Without `random` it finds a share whenever it has done the work of one. */
  constructor(of: { rate: number; work: DeviceWork; now: number; random?: () => number }) {
    this.rate = of.rate
    this.#random = of.random
    this.#work = of.work
    this.#now = of.now
    this.#nextReport = of.now + FIRST_REPORT_MS
  }

  /** Mines until a time; true when a report is due then: also when the queue has just filled up. */
  mineUntil(now: number): boolean {
    const hadBacklog = this.#hasBacklog()
    const found = this.#find((this.rate * (now - this.#now)) / 1000 / this.#work.difficulty)
    this.#now = now
    for (let left = Math.min(found, MAX_WAITING); left > 0; left -= 1) {
      const nonce = (this.#found++).toString(16).padStart(16, '0')
      this.#waiting.push({ workId: this.#work.workId, nonce, difficulty: this.#work.difficulty })
    }
    this.#waiting = this.#waiting.slice(-MAX_WAITING)
    return now >= this.#nextReport || (!hadBacklog && this.#hasBacklog())
  }

  takeShares(): FoundShare[] {
    return this.#waiting.splice(0, MAX_SHARES)
  }

  /** The report has been answered with this work. */
  follow(work: DeviceWork): void {
    this.#work = work
    this.#nextReport = this.#now + (this.#hasBacklog() ? BACKLOG_MS : REPORT_SECONDS * 1000)
  }

  /** Shares that it finds on average between two reports. */
  expectedShares(): number {
    return (this.rate * REPORT_SECONDS) / this.#work.difficulty
  }

  #hasBacklog(): boolean {
    return this.#waiting.length >= MAX_SHARES / 2
  }

  #find(mean: number): number {
    if (this.#random) return countFound(mean, this.#random)
    this.#begun += mean
    const whole = Math.floor(this.#begun)
    this.#begun -= whole
    return whole
  }
}
