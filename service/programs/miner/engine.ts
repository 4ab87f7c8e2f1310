import { Worker } from 'node:worker_threads'
import { compileSimd } from './compile-simd.ts'
import { failureOf, type GpuStatus } from './gpu/gpu-status.ts'
import { GpuThread } from './gpu/gpu-thread.ts'
import type { FromHasher, HasherData, HasherWork, ToHasher } from './hasher.ts'
import { hasherSource } from './hasher-source.ts'
import type { EngineName } from './nonce-search.ts'

export interface Engine {
  readonly name: EngineName
  setWork(work: HasherWork): void
  setPaused(paused: boolean): void
  /** Starts or ends threads, and sets the percent of their time that they work. */
  setLoad(load: Load): void
  /** Mines on the graphics card by the addon of this file as well, or ends that. */
  setGpu(addon: string | undefined): void
  readonly gpu: GpuStatus
  /** Hashes of all threads since the start, and those of the graphics card among them. */
  hashes(): number
  gpuHashes(): number
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
  /** The graphics card starts, mines, fails or ends. */
  onGpu?(status: GpuStatus): void
}): Engine {
  const simd = compileSimd()
  let hashes = 0
  let gpuHashes = 0
  let { throttle } = of
  let work: HasherWork | undefined
  let paused = false
  let card: Worker | undefined
  const workers: Worker[] = []

  function startWorker(data: Partial<HasherData>, onGpu: (status: GpuStatus) => void = () => {}): Worker {
    const worker = startThread({ throttle, simd, ...data })
    worker.on('message', (message: FromHasher) => {
      if ('share' in message) of.onShare(message.share)
      else if ('gpu' in message) onGpu(message.gpu)
      else {
        hashes += message.hashes
        if (data.gpuAddon !== undefined) gpuHashes += message.hashes
      }
    })
    if (work) worker.postMessage({ work } satisfies ToHasher)
    worker.postMessage({ paused } satisfies ToHasher)
    return worker
  }
  const gpu = new GpuThread({
    start(gpuAddon, { onStatus, onExit }) {
      const worker = startWorker({ gpuAddon }, onStatus)
      card = worker
      worker.on('error', (error) => onStatus(failureOf(error, 'stopped')))
      worker.once('exit', () => {
        card = undefined
        onExit()
      })
      return { end: () => worker.postMessage({ ended: true } satisfies ToHasher) }
    },
    onStatus: (status) => of.onGpu?.(status),
  })
  const addWorker = () => void workers.push(startWorker({}).on('error', of.onError))
  const post = (message: ToHasher) => {
    for (const worker of card ? [card, ...workers] : workers) worker.postMessage(message)
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
    setGpu: (addon) => gpu.want(addon),
    get gpu() {
      return gpu.status
    },
    hashes: () => hashes,
    gpuHashes: () => gpuHashes,
    async stop() {
      await Promise.all([gpu.stop(), ...workers.map((worker) => worker.terminate())])
    },
  }
}
