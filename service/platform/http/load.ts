import type { Log } from '../log.ts'
import { ServiceBusyError } from './refusal.ts'
import { awaitInScope } from './request-scope.ts'

/** How long a burst may last, or a backlog after a disk or a neighbour made everything wait for a second. */
const BURST_MS = 2_500

export interface LoadLimits {
  /** Calls in progress that are allowed when the service has fallen behind. */
  max: number
  /** Calls in progress below which the service counts as calm. */
  calm: number
  /** Calls in progress that are allowed in a burst after a calm time. */
  burst: number
  /** Calls that are answered in batches: they wait for the same few statements, and so many are the work of a second or two. */
  batched: number
}

/** A quarter to half a second of work, and a burst that clears within a second or two. */
const usual: LoadLimits = { max: 100, calm: 50, burst: 600, batched: 1_500 }
/** For tests, whose machine may be so busy that a burst takes long. */
export const PATIENT: LoadLimits = { ...usual, max: usual.burst }

export interface Load {
  /** Runs the work of a call, or throws ServiceBusyError at once when there are too many calls to answer in time. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** The same for a call that is answered in a batch with others: it takes no place of the calls that are answered one by one. */
  runBatched<T>(work: () => Promise<T>): Promise<T>
  /** The number of calls in progress. */
  atWork(): number
  /** Resolves when no call is in progress. */
  idle(): Promise<void>
}

/**
 * Refuses calls (503) instead of queueing them behind too many others: a late reply is worth nothing to its client, and a queue
 * that only grows never ends. A burst is accepted whole; after some seconds without calm only a short queue is, until it is
 * calm again. `now` is in milliseconds and monotonic.
 */
export function createLoad(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
  { max, calm, burst, batched }: LoadLimits = usual,
): Load {
  let atWork = 0
  let inBatches = 0
  let calmAt = now()
  let refused = 0
  const whenIdle: (() => void)[] = []

  function enter(): void {
    if (atWork < calm) {
      calmAt = now()
      if (refused > 0) log.warn({ refused }, 'calls are no longer refused')
      refused = 0
    }
    if (atWork >= (now() - calmAt < BURST_MS ? burst : max)) {
      if (refused === 0)
        log.warn({ atWork }, 'too many calls at once: some are refused (503); add a node if this lasts')
      refused += 1
      throw new ServiceBusyError()
    }
    atWork += 1
  }

  const inProgress = () => atWork + inBatches
  const leave = () => {
    if (inProgress() === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  return {
    async run(work) {
      enter()
      try {
        return await awaitInScope(work)
      } finally {
        atWork -= 1
        leave()
      }
    },
    async runBatched(work) {
      if (inBatches >= batched) throw new ServiceBusyError()
      inBatches += 1
      try {
        return await awaitInScope(work)
      } finally {
        inBatches -= 1
        leave()
      }
    },
    atWork: inProgress,
    idle: () => (inProgress() === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  }
}
