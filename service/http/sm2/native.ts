import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { CreateBackend } from './backend.ts'
import { curve, modP, toBytes, toInteger } from './parameters.ts'

/**
 * OpenSSL gives a key on the SM2 curve the type SM2, which Diffie-Hellman refuses. With explicit parameters and the
 * generator 2G it recognises no named curve; the product d·C1 does not depend on the generator.
 */
const doubledGenerator =
  '0456cefd60d7c87c000d58ef57fa73ba4d9c0dfa08c08a7331495c2e1da3f2bd52' +
  '31b7e7e6cc8189f668535ce0f8eaf1bd6de84c182f6c8e716f780d3a970a23c3'

const hex = (digits: string) => Buffer.from(digits, 'hex')

/** One DER element; nothing here is longer than 65,535 bytes. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
/** The leading zero byte keeps a DER integer positive. */
const derInteger = (value: bigint) => der(2, Buffer.concat([Buffer.from([0]), toBytes(value)]))
const primeField = der(0x30, hex('06072a8648ce3d0101'), derInteger(curve.p))
const coefficients = der(0x30, der(4, toBytes(curve.a)), der(4, toBytes(curve.b)))
const parameters = der(
  0x30,
  hex('020101'),
  primeField,
  coefficients,
  der(4, hex(doubledGenerator)),
  derInteger(curve.n),
  hex('020101'),
)
const algorithm = der(0x30, hex('06072a8648ce3d0201'), parameters)

function privateKeyObject(d: Buffer): KeyObject {
  const key = der(0x30, hex('020100'), algorithm, der(4, der(0x30, hex('020101'), der(4, d))))
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function publicKeyObject(point: Buffer): KeyObject {
  const key = der(0x30, algorithm, der(3, Buffer.from([0]), point))
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

const diffieHellmanOnPool = promisify(diffieHellman)

/** By OpenSSL. Each derivation gives an x alone, so y of d·C1 is found from x of (d+1)·C1. */
export const createNative: CreateBackend = (d) => {
  const first = privateKeyObject(d)
  const second = privateKeyObject(toBytes(toInteger(d) + 1n))
  return {
    name: 'native',
    deriveNow(c1) {
      const publicKey = publicKeyObject(c1)
      const x = diffieHellman({ privateKey: first, publicKey })
      return withY(c1, x, diffieHellman({ privateKey: second, publicKey }))
    },
    async derive(c1) {
      const publicKey = publicKeyObject(c1)
      const [x, nextX] = await Promise.all([
        diffieHellmanOnPool({ privateKey: first, publicKey }),
        diffieHellmanOnPool({ privateKey: second, publicKey }),
      ])
      return withY(c1, x, nextX)
    },
  }
}

/**
 * With Q = d·C1 and R = Q + C1, the addition law gives (xR + x1 + xQ)(x1 - xQ)² = (y1 - yQ)², where yQ² is known
 * from the curve; it is linear in yQ. Trying both signs of yQ in place of this would take (-C1, C3, C2) as well.
 */
function withY(c1: Buffer, xBytes: Buffer, nextXBytes: Buffer): Buffer {
  const x1 = toInteger(c1.subarray(1, 33))
  const y1 = toInteger(c1.subarray(33))
  const x = toInteger(xBytes)
  const ySquared = modP((x * x + curve.a) * x + curve.b)
  const chordSquared = modP(modP(toInteger(nextXBytes) + x1 + x) * modP((x1 - x) ** 2n))
  const y = modP(modP(y1 * y1 + ySquared - chordSquared) * inverse(2n * y1))
  return Buffer.concat([xBytes, toBytes(y)])
}

/** Modulo p, by Euclid. Only 2·y1, which is public and never 0 on a curve of prime order, is inverted. */
function inverse(value: bigint): bigint {
  let [r, nextR] = [curve.p, modP(value)]
  let [t, nextT] = [0n, 1n]
  while (nextR !== 0n) {
    const quotient = r / nextR
    ;[r, nextR] = [nextR, r - quotient * nextR]
    ;[t, nextT] = [nextT, t - quotient * nextT]
  }
  return modP(t)
}
