import type { Log } from '../log.ts'
import { Busy } from './refusal.ts'

/** Calls at work when the service has fallen behind: a quarter to half a second of work. */
const MOST = 100
/** Calls at work when it keeps up again. */
const CALM = 50
/** Calls at work in a burst that comes upon a calm service, which clears it in a second or two. */
const MOST_IN_A_BURST = 600
/** How long a burst may last, or what has gathered while a disk or a neighbour made everything wait for a second. */
const BURST_MS = 2_500

export interface LoadLimits {
  most: number
  calm: number
  burst: number
}

export interface Load {
  /** Does the work of a call, or throws Busy at once when more is at work than can be answered in time. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many calls are at work. */
  atWork(): number
  /** Resolves when none is at work. */
  idle(): Promise<void>
}

/**
 * Turns calls away before they wait behind too many others: for whoever waits, a late answer is none, and a queue that
 * only grows never ends. A burst is taken in whole; after some seconds without calm only a short queue is, until it is
 * calm again. `now` is in milliseconds and never goes back.
 */
export function createLoad(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
  { most, calm, burst }: LoadLimits = { most: MOST, calm: CALM, burst: MOST_IN_A_BURST },
): Load {
  let atWork = 0
  let calmAt = now()
  let turnedAway = 0
  const whenIdle: (() => void)[] = []

  function enter(): void {
    if (atWork < calm) {
      calmAt = now()
      if (turnedAway > 0) log.warn({ turnedAway }, 'calls are no longer turned away')
      turnedAway = 0
    }
    if (atWork >= (now() - calmAt < BURST_MS ? burst : most)) {
      if (turnedAway === 0) log.warn({ atWork }, 'too many calls at once: some are turned away')
      turnedAway += 1
      throw new Busy()
    }
    atWork += 1
  }

  return {
    async run(work) {
      enter()
      try {
        return await work()
      } finally {
        atWork -= 1
        if (atWork === 0) for (const resolve of whenIdle.splice(0)) resolve()
      }
    },
    atWork: () => atWork,
    idle: () => (atWork === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  }
}
