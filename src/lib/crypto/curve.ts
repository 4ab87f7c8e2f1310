import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Ticket } from './seal.ts'

/** The recommended curve of SM2 (GB/T 32918.5). */
const Point = weierstrass({
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
})
/** Width of the multiplication tables in bits: about 20 ms to build, and half the time for each ticket after that. */
const window = 6

/**
 * Returns a function that makes one ticket for this public key (`04` and 128 hex digits, the prefix may be missing).
 * Throws when the key is not a point of the curve. `drawScalar` is for conformance vectors only.
 */
export function createTicketMaker(publicKeyHex: string, drawScalar: () => bigint = randomScalar): () => Ticket {
  const receiver = Point.fromHex(publicKeyHex.length === 128 ? `04${publicKeyHex}` : publicKeyHex)
  receiver.precompute(window, false)
  Point.BASE.precompute(window, false)
  return () => {
    const k = drawScalar()
    const encoded = receiver.multiply(k).toBytes(false)
    const shared = encoded.slice(1)
    encoded.fill(0)
    return { c1: Point.BASE.multiply(k).toBytes(false), shared }
  }
}

/** Uniform in 1..n-1: a draw outside is thrown away, because a remainder would favour small values. */
function randomScalar(): bigint {
  for (;;) {
    const k = BigInt(`0x${bytesToHex(crypto.getRandomValues(new Uint8Array(32)))}`)
    if (k > 0n && k < Point.Fn.ORDER) return k
  }
}
