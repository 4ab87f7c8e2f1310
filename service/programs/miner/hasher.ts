import { parentPort, workerData } from 'node:worker_threads'
import { isShare } from '#service/platform/share-proof.ts'
import { createJavascriptSearch } from './nonce-search.ts'
import { createSimdSearch } from './simd-search.ts'

/** One mining thread: receives work, tries nonces in batches, reports shares and hash counts. */

export interface HasherWork {
  workId: string
  challenge: string
  difficulty: number
}
export interface HasherData {
  throttle: number
  /** The compiled module of the SIMD engine, where it works. */
  simd: WebAssembly.Module | undefined
}
export type ToHasher = { work: HasherWork } | { paused: boolean } | { throttle: number }
export type FromHasher = { share: { workId: string; nonce: string } } | { hashes: number }

const MAX_HEAD = 2 ** 32 - 1
const { simd, ...data } = workerData as HasherData
const nonces = simd ? createSimdSearch(simd) : createJavascriptSearch()
const port = parentPort
if (!port) throw new Error('this file runs as a thread')

let { throttle } = data
let work: HasherWork | undefined
let paused = false
let scheduled = false
/** Every thread of every device starts at a random nonce, so that no two try the same ones. */
let high = crypto.getRandomValues(new Int32Array(1))[0] as number
let low = 0

port.on('message', (message: ToHasher) => {
  if ('paused' in message) paused = message.paused
  else if ('throttle' in message) throttle = message.throttle
  else {
    work = message.work
    nonces.setChallenge(work.challenge)
  }
  schedule(0)
})

function schedule(delayMs: number): void {
  if (scheduled || paused || !work) return
  scheduled = true
  // Messages are handled between batches; a throttled thread pauses here.
  const next = () => {
    scheduled = false
    mine()
  }
  if (delayMs > 0) setTimeout(next, delayMs)
  else setImmediate(next)
}

function mine(): void {
  if (paused || !work) return
  const started = performance.now()
  const limit = Math.min(Math.floor(2 ** 32 / work.difficulty), MAX_HEAD)
  const count = nonces.batch
  for (const found of nonces.search({ high, first: low, count }, limit)) offer(work, found)
  port?.postMessage({ hashes: count } satisfies FromHasher)
  // The batch divides 2^32, so that a range ends where the upper half of the nonce changes.
  low = (low + count) % 2 ** 32
  if (low === 0) high = (high + 1) | 0
  schedule((performance.now() - started) * (100 / throttle - 1))
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')

function offer({ workId, challenge, difficulty }: HasherWork, low: number): void {
  const nonce = hex(high) + hex(low)
  if (isShare(challenge, nonce, BigInt(difficulty)))
    port?.postMessage({ share: { workId, nonce } } satisfies FromHasher)
}
