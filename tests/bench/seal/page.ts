import { sm2 } from 'sm-crypto'
import { createSealer, type Sealer } from '../../../src/lib/crypto/sealer.ts'

/** Milliseconds of the main thread for one seal, the mean of each row; ours and sm-crypto's in turn. */
export interface Timings {
  ours: number[]
  oracle: number[]
}

/** Until the worker rests: tickets still under way would compete for the processor. */
async function fillPool(sealer: Sealer) {
  for (let before = -1; sealer.ready < 4 || sealer.ready !== before; ) {
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
    let [ours, oracle] = [0, 0]
    for (let i = 0; i < inARow; i++) {
      const start = performance.now()
      sm2.doEncrypt(JSON.stringify(payload), publicKey, 1)
      const between = performance.now()
      // With a ticket ready, only microtasks stand between these two readings.
      await sealer.seal(payload)
      ours += performance.now() - between
      oracle += between - start
    }
    if (row > 0) timings.ours.push(ours / inARow)
    if (row > 0) timings.oracle.push(oracle / inARow)
  }
  sealer.close()
  return timings
}

Object.assign(globalThis, { measure })
