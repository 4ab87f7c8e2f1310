import { sm2 } from 'sm-crypto'
import { createSealer, type Sealer } from '../../../src/lib/crypto/sealer.ts'

/** Milliseconds of the main thread for one seal, the mean of each row; ours and sm-crypto's in turn. */
export interface Timings {
  ours: number[]
  oracle: number[]
}

/** Until the worker rests: tickets still under way would compete for the processor. */
async function fillPool(sealer: Sealer) {
  for (let before = -1; sealer.ready < inARow || sealer.ready !== before; ) {
    before = sealer.ready
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Five requests in a row, as a screen makes them when it opens; the fifth orders the next tickets. */
const inARow = 5

/** The first row, which compiles the code, is thrown away. */
async function measure(publicKey: string, payload: object, rows: number): Promise<Timings> {
  const sealer = createSealer(publicKey)
  const timings: Timings = { ours: [], oracle: [] }
  for (let row = 0; row <= rows; row++) {
    await fillPool(sealer)
    const start = performance.now()
    // With tickets ready, only microtasks run between these two readings.
    for (let i = 0; i < inARow; i++) await sealer.seal(payload)
    const between = performance.now()
    for (let i = 0; i < inARow; i++) sm2.doEncrypt(JSON.stringify(payload), publicKey, 1)
    const end = performance.now()
    if (row > 0) timings.ours.push((between - start) / inARow)
    if (row > 0) timings.oracle.push((end - between) / inARow)
  }
  sealer.close()
  return timings
}

Object.assign(globalThis, { measure })
