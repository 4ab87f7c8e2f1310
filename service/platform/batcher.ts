import { AsyncLocalStorage } from 'node:async_hooks'

/** Somebody who waits for work that is done together with the work of others. */
export interface Caller<T> {
  /** Runs code in the asynchronous context of the caller, to whose request its statements belong. */
  inContext<R>(code: () => R): R
  resolve(answer: T): void
  reject(error: unknown): void
}

/** Work of several belongs to no request: their statements belong to theirs. */
export const outside = AsyncLocalStorage.snapshot()

/** A promise for a caller, who is handed over together with the context of the running request. */
export const waitAsCaller = <T>(add: (caller: Caller<T>) => void): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const inContext = AsyncLocalStorage.snapshot() as Caller<T>['inContext']
    add({ inContext, resolve, reject })
  })

export interface BatchLimits {
  /** Items of a batch. */
  readonly maxItems: number
  /** Weight of a batch; one item that is heavier is a batch by itself. */
  readonly maxWeight: number
  /** A batch of so many items counts as busy. */
  readonly busyItems: number
  /** Time from the start of a busy batch to the next one, so that this is worth its statements. */
  readonly everyMs: number
}

export interface Batcher<Item> {
  add(item: Item): void
  /** Items that no batch has taken yet. */
  waiting(): number
}

interface BatcherOptions<Item> {
  readonly limits: BatchLimits
  /** Items of one key are in different batches, in the order in which they came. */
  keyOf(item: Item): string
  weightOf(item: Item): number
  /** Must not throw. Returns the items that belong to the next batch. */
  run(items: readonly Item[]): Promise<readonly Item[]>
}

/**
 * Runs items in batches, one at a time. An item that comes alone never waits; those that come while a batch runs are the next one, and
 * under load a batch begins only some time after the one before.
 */
export function createBatcher<Item>({ limits, keyOf, weightOf, run }: BatcherOptions<Item>): Batcher<Item> {
  let waiting: Item[] = []
  let isRunning = false
  /** Milliseconds of `performance.now`. */
  let notBefore = 0

  /** Takes the items that came first, of each key one. */
  function take(): Item[] {
    const taken: Item[] = []
    const left: Item[] = []
    const keys = new Set<string>()
    let weight = 0
    for (const item of waiting) {
      const key = keyOf(item)
      const isFull =
        taken.length === limits.maxItems || (taken.length > 0 && weight + weightOf(item) > limits.maxWeight)
      if (isFull || keys.has(key)) left.push(item)
      else {
        taken.push(item)
        weight += weightOf(item)
      }
      // A later item of the key must not pass an earlier one.
      keys.add(key)
    }
    waiting = left
    return taken
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const pause = waiting.length < limits.maxItems ? notBefore - performance.now() : 0
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      // Requests that have been read meanwhile belong to this batch.
      await new Promise((resolve) => setImmediate(resolve))
      const items = take()
      notBefore = items.length >= limits.busyItems ? performance.now() + limits.everyMs : 0
      const again = await run(items)
      waiting = [...again, ...waiting]
    }
    isRunning = false
  }

  return {
    waiting: () => waiting.length,
    add(item) {
      waiting.push(item)
      if (isRunning) return
      isRunning = true
      void outside(runAll)
    },
  }
}
