import { Worker } from 'node:worker_threads'
import { compileSimd } from './compile-simd.ts'
import type { FromHasher, HasherData, HasherWork, ToHasher } from './hasher.ts'
import { hasherSource } from './hasher-source.ts'
import type { EngineName } from './nonce-search.ts'

export interface Engine {
  readonly name: EngineName
  setWork(work: HasherWork): void
  setPaused(paused: boolean): void
  /** Starts or ends threads, and sets the percent of their time that they work. */
  setLoad(load: Load): void
  /** Hashes of all threads since the start. */
  hashes(): number
  stop(): Promise<void>
}

function startThread(workerData: HasherData): Worker {
  return typeof hasherSource === 'string'
    ? new Worker(hasherSource, { eval: true, workerData })
    : new Worker(hasherSource, { workerData })
}

interface Load {
  threads: number
  throttle: number
}

/** Starts the mining threads; shares are reported as they are found. */
export function startEngine(of: {
  threads: number
  throttle: number
  onShare(share: { workId: string; nonce: string }): void
  onError(error: Error): void
}): Engine {
  const simd = compileSimd()
  let hashes = 0
  let { throttle } = of
  let work: HasherWork | undefined
  let paused = false
  const workers: Worker[] = []

  function addWorker(): void {
    const worker = startThread({ throttle, simd })
    worker.on('message', (message: FromHasher) => {
      if ('share' in message) of.onShare(message.share)
      else hashes += message.hashes
    })
    worker.on('error', of.onError)
    if (work) worker.postMessage({ work } satisfies ToHasher)
    worker.postMessage({ paused } satisfies ToHasher)
    workers.push(worker)
  }
  const post = (message: ToHasher) => {
    for (const worker of workers) worker.postMessage(message)
  }
  while (workers.length < of.threads) addWorker()
  return {
    name: simd ? 'wasm-simd' : 'javascript',
    setWork(given) {
      work = given
      post({ work })
    },
    setPaused(isPaused) {
      paused = isPaused
      post({ paused })
    },
    setLoad(load) {
      throttle = load.throttle
      post({ throttle })
      while (workers.length < load.threads) addWorker()
      for (const worker of workers.splice(load.threads)) void worker.terminate()
    },
    hashes: () => hashes,
    stop: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
