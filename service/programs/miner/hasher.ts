import { parentPort, workerData } from 'node:worker_threads'
import { isShare } from '#service/platform/share-proof.ts'
import type { GpuSearch } from './gpu/gpu-search.ts'
import { failureOf, type GpuStatus } from './gpu/gpu-status.ts'
import { openTestedGpu } from './gpu/open-gpu.ts'
import { createJavascriptSearch, type NonceSearch } from './nonce-search.ts'
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
  /** File of Dawn's addon: this thread mines on the graphics card. */
  gpuAddon?: string | undefined
}
export type ToHasher = { work: HasherWork } | { paused: boolean } | { throttle: number } | { ended: true }
export type FromHasher =
  | { share: { workId: string; nonce: string } }
  | { hashes: number }
  /** The graphics card works, or can't be opened. */
  | { gpu: GpuStatus }

type Search = NonceSearch | GpuSearch

const WORDS = 2 ** 32
const { simd, gpuAddon, ...data } = workerData as HasherData
const port = parentPort
if (!port) throw new Error('this file runs as a thread')
const post = (message: FromHasher): void => port.postMessage(message)

let { throttle } = data
let nonces: Search | undefined
let work: HasherWork | undefined
let paused = false
let isEnded = false
/** Whether a batch is under way or will be. */
let scheduled = false
/** How long a throttled thread rests after its last batch, and its timer. */
let restMs = 0
let rest: NodeJS.Timeout | undefined
/** Whether the engine opens or a batch is under way. */
let searching = true
/** Every thread of every device starts at a random nonce, so that no two try the same ones. */
let high = crypto.getRandomValues(new Int32Array(1))[0] as number
let low = 0

port.on('message', (message: ToHasher) => {
  if ('ended' in message) isEnded = true
  else if ('paused' in message) paused = message.paused
  else if ('throttle' in message) throttle = message.throttle
  else {
    work = message.work
    nonces?.setChallenge(work.challenge)
  }
  if (isEnded && !searching) end()
  schedule(0)
})

/** Dawn aborts the process when its thread is ended during a search, so that one ends by itself. */
function end(): void {
  clearTimeout(rest)
  if (nonces && 'close' in nonces) nonces.close()
  nonces = undefined
  port?.close()
}

/** Opens the card and tells of it; undefined where that fails. */
async function openCard(addon: string): Promise<GpuSearch | undefined> {
  try {
    const gpu = await openTestedGpu(addon)
    post({ gpu: { state: 'running', card: gpu.card } })
    return gpu
  } catch (error) {
    post({ gpu: failureOf(error, 'driver') })
    isEnded = true
    return undefined
  }
}

async function open(): Promise<void> {
  if (gpuAddon !== undefined) nonces = await openCard(gpuAddon)
  else nonces = simd ? createSimdSearch(simd) : createJavascriptSearch()
  searching = false
  if (work) nonces?.setChallenge(work.challenge)
  if (isEnded) end()
  else schedule(0)
}
void open()

function schedule(delayMs: number): void {
  if (scheduled || paused || isEnded || !work || !nonces) return
  scheduled = true
  // Messages are handled between batches; a throttled thread pauses here.
  const next = () => {
    void mine()
  }
  if (delayMs > 0) rest = setTimeout(next, delayMs)
  else setImmediate(next)
}

async function mine(): Promise<void> {
  scheduled = false
  if (paused || !work || !nonces) return
  scheduled = true
  searching = true
  await searchBatch(nonces, work)
  searching = false
  scheduled = false
  if (isEnded) end()
  else schedule(restMs)
}

async function searchBatch(nonces: Search, job: HasherWork): Promise<void> {
  const started = performance.now()
  const limit = Math.min(Math.floor(WORDS / job.difficulty), WORDS - 1)
  // A range ends where the upper half of the nonce changes.
  const range = { high, first: low, count: Math.min(nonces.batch, WORDS - low) }
  const found = nonces.search(range, limit)
  for (const low of Array.isArray(found) ? found : await found) offer(job, high, low)
  post({ hashes: range.count })
  low = (low + range.count) % WORDS
  if (low === 0) high = (high + 1) | 0
  restMs = (performance.now() - started) * (100 / throttle - 1)
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')

function offer({ workId, challenge, difficulty }: HasherWork, high: number, low: number): void {
  const nonce = hex(high) + hex(low)
  if (isShare(challenge, nonce, BigInt(difficulty))) post({ share: { workId, nonce } })
}
