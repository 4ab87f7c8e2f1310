import type { Log } from '../log.ts'
import { ServiceBusyError } from './refusal.ts'
import { awaitInScope } from './request-scope.ts'

/** How long a burst may last, or what has gathered while a disk or a neighbour made everything wait for a second. */
const BURST_MS = 2_500

export interface LoadLimits {
  /** Calls at work when the service has fallen behind. */
  max: number
  /** Calls at work when it keeps up again. */
  calm: number
  /** Calls at work in a burst that comes upon a calm service. */
  burst: number
}

/** A quarter to half a second of work, and a burst that clears in a second or two. */
const usual: LoadLimits = { max: 100, calm: 50, burst: 600 }
/** For tests, whose machine may be so busy that a burst takes long. */
export const PATIENT: LoadLimits = { ...usual, max: usual.burst }

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
  { max, calm, burst }: LoadLimits = usual,
): Load {
  let atWork = 0
  let calmAt = now()
  let refused = 0
  const whenIdle: (() => void)[] = []

  function enter(): void {
    if (atWork < calm) {
      calmAt = now()
      if (refused > 0) log.warn({ turnedAway: refused }, 'calls are no longer turned away')
      refused = 0
    }
    if (atWork >= (now() - calmAt < BURST_MS ? burst : max)) {
      if (refused === 0) log.warn({ atWork }, 'too many calls at once: some are turned away')
      refused += 1
      throw new ServiceBusyError()
    }
    atWork += 1
  }

  return {
    async run(work) {
      enter()
      try {
        return await awaitInScope(work)
      } finally {
        atWork -= 1
        if (atWork === 0) for (const resolve of whenIdle.splice(0)) resolve()
      }
    },
    atWork: () => atWork,
    idle: () => (atWork === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  }
}
