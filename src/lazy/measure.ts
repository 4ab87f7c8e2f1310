/** A thread of the calculator's measurement: hashes with the miner's engine for a while, and reports its rate. */

/** The functions of the engine (src/lib/engine/simd-module.ts). */
interface Engine {
  memory: WebAssembly.Memory
  prepare(...words: number[]): void
  scan(first: number, groups: number, limit: number): number
}

const LANES = 4
/** Groups of one call: some milliseconds on a slow processor. */
const GROUPS = 2 ** 14
/** A job of zeros: the challenge of eight words, and the upper half of the nonce. */
const JOB = [0, 0, 0, 0, 0, 0, 0, 0, 0]
/** The first 32 bits of the SHA-256 of the job with nonce 0: 40 zero bytes. A constant, as plain http has no `crypto.subtle`. */
const FIRST_HASH = 0x2c34ce1d

async function openEngine(): Promise<Engine> {
  const response = await fetch('/engine.wasm')
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status}`)
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer())
  const engine = instance.exports as unknown as Engine
  engine.prepare(...JOB)
  return engine
}

/** True if the engine's first hash is right: what is measured is the miner's work. */
function isRight({ memory, scan }: Engine): boolean {
  // Every hash is at most the limit, so that the first group is found.
  scan(0, 1, -1)
  return new Uint32Array(memory.buffer)[0] === FIRST_HASH
}

/** Hashes a second over some milliseconds. */
function rateOver(ms: number, { scan }: Engine): number {
  const start = performance.now()
  let [groups, passed] = [0, 0]
  while (passed < ms) {
    // One hash in 2^32 ends a call early, which then counts as what it did.
    groups += scan(groups * LANES, GROUPS, 0)
    passed = performance.now() - start
  }
  return (groups * LANES * 1000) / passed
}

const scope = globalThis as unknown as { postMessage(hashesPerSecond: number): void }

async function measure(ms: number): Promise<number> {
  const engine = await openEngine()
  return isRight(engine) ? rateOver(ms, engine) : 0
}

// A rejection would leave the page waiting: it raises no error event outside the worker.
addEventListener('message', async ({ data: ms }: MessageEvent<number>) => {
  scope.postMessage(await measure(ms).catch(() => 0))
})
