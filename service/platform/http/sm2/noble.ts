import { weierstrass } from '@noble/curves/abstract/weierstrass.js'
import type { CreateBackend } from './backend.ts'
import { curve, toInteger } from './parameters.ts'

const Point = weierstrass(curve)

/** The fallback in JavaScript where there is no WebAssembly, with the blinded multiply of @noble/curves. */
export const createNoble: CreateBackend = (d) => {
  const scalar = toInteger(d)
  const derive = (c1: Buffer) => Buffer.from(Point.fromBytes(c1).multiply(scalar).toBytes(false).subarray(1))
  return { name: 'noble', derive }
}

/** `04` and 128 hex digits. */
export function publicKeyOf(privateKeyHex: string): string {
  return Point.BASE.multiply(BigInt(`0x${privateKeyHex}`)).toHex(false)
}
