import { Worker } from 'node:worker_threads'
import { compileSimd } from './compile-simd.ts'
import type { FromHasher, HasherData, HasherWork, ToHasher } from './hasher.ts'
import { hasherSource } from './hasher-source.ts'
import type { EngineName } from './nonce-search.ts'

export interface Engine {
  readonly name: EngineName
  setWork(work: HasherWork): void
  setPaused(paused: boolean): void
  /** Hashes of all threads since the start. */
  hashes(): number
  stop(): Promise<void>
}

function startThread(workerData: HasherData): Worker {
  return typeof hasherSource === 'string'
    ? new Worker(hasherSource, { eval: true, workerData })
    : new Worker(hasherSource, { workerData })
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
  const workers = Array.from({ length: of.threads }, () => {
    const worker = startThread({ throttle: of.throttle, simd })
    worker.on('message', (message: FromHasher) => {
      if ('share' in message) of.onShare(message.share)
      else hashes += message.hashes
    })
    worker.on('error', of.onError)
    return worker
  })
  const post = (message: ToHasher) => {
    for (const worker of workers) worker.postMessage(message)
  }
  return {
    name: simd ? 'wasm-simd' : 'javascript',
    setWork: (work) => post({ work }),
    setPaused: (paused) => post({ paused }),
    hashes: () => hashes,
    stop: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
