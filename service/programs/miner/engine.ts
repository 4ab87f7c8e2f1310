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
  /** The graphics card that mines, by its name. */
  readonly card: string | undefined
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
  /** File of Dawn's addon, to mine on the graphics card as well. */
  gpuAddon?: string | undefined
  onShare(share: { workId: string; nonce: string }): void
  onError(error: Error): void
  /** The graphics card mines, or fails. */
  onCard?(card: string): void
  onGpuError?(error: Error): void
}): Engine {
  const simd = compileSimd()
  let hashes = 0
  let { throttle } = of
  let work: HasherWork | undefined
  let paused = false
  let card: string | undefined
  const workers: Worker[] = []

  function startWorker(data: Partial<HasherData>, onError: (error: Error) => void): Worker {
    const worker = startThread({ throttle, simd, ...data })
    worker.on('message', (message: FromHasher) => {
      if ('share' in message) of.onShare(message.share)
      else if ('card' in message) {
        card = message.card
        of.onCard?.(card)
      } else hashes += message.hashes
    })
    worker.on('error', onError)
    if (work) worker.postMessage({ work } satisfies ToHasher)
    worker.postMessage({ paused } satisfies ToHasher)
    return worker
  }
  const gpu =
    of.gpuAddon === undefined
      ? undefined
      : startWorker({ gpuAddon: of.gpuAddon }, (error) => {
          card = undefined
          of.onGpuError?.(error)
        })
  const gpuEnd = gpu && new Promise((resolve) => gpu.once('exit', resolve))
  const all = () => (gpu ? [gpu, ...workers] : workers)
  const addWorker = () => void workers.push(startWorker({}, of.onError))
  const post = (message: ToHasher) => {
    for (const worker of all()) worker.postMessage(message)
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
    get card() {
      return card
    },
    hashes: () => hashes,
    async stop() {
      gpu?.postMessage({ ended: true } satisfies ToHasher)
      await Promise.all([gpuEnd, ...workers.map((worker) => worker.terminate())])
    },
  }
}
