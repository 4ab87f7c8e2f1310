import { startThread } from './executable.ts'
import type { FromHasher, HasherWork, ToHasher } from './hasher.ts'

export interface Engine {
  setWork(work: HasherWork): void
  setPaused(paused: boolean): void
  /** Hashes of all threads since the start. */
  hashes(): number
  stop(): Promise<void>
}

/** Starts the mining threads; shares are reported as they are found. */
export function startEngine(of: {
  threads: number
  throttle: number
  onShare(share: { workId: string; nonce: string }): void
  onError(error: Error): void
}): Engine {
  let hashes = 0
  const workers = Array.from({ length: of.threads }, () => {
    const worker = startThread({ workerData: { throttle: of.throttle } })
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
    setWork: (work) => post({ work }),
    setPaused: (paused) => post({ paused }),
    hashes: () => hashes,
    stop: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
