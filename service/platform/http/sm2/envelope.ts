import { hash, timingSafeEqual } from 'node:crypto'
import { CALL_BODY_BYTES } from '#lib/rules/calls.ts'
import { isOnCurve, toInteger } from './parameters.ts'

/** The only error that callers may see: which check failed would help an attacker. */
export class UnopenableError extends Error {
  override readonly name = 'UnopenableError'
  constructor() {
    super('the request cannot be opened')
  }
}

/** 04, C1.x, C1.y, C3 and at least one byte of C2, in hex digits. */
const shortest = 2 * (1 + 64 + 32 + 1)

export interface Envelope {
  /** 04, x, y of a point on the curve. */
  readonly c1: Buffer
  readonly c2: Buffer
  readonly c3: Buffer
}

/** Parses `q`, and refuses whatever can be refused before any curve work. One `04` is stripped, never two. */
export function parseEnvelope(q: unknown): Envelope {
  if (typeof q !== 'string' || q.length % 2 !== 0 || q.length < shortest || q.length > CALL_BODY_BYTES) {
    throw new UnopenableError()
  }
  if (!/^04[0-9a-f]+$/i.test(q)) throw new UnopenableError()
  const bytes = Buffer.from(q, 'hex')
  if (!isOnCurve(toInteger(bytes.subarray(1, 33)), toInteger(bytes.subarray(33, 65)))) throw new UnopenableError()
  return { c1: bytes.subarray(0, 65), c3: bytes.subarray(65, 97), c2: bytes.subarray(97) }
}

const sm3 = (bytes: Buffer) => hash('sm3', bytes, 'buffer')
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decrypts C2 with x and y of the shared point (GB/T 32918.4, 7.1). Refuses an all-zero key stream, as the standard requires.
 */
export function openEnvelope({ c2, c3 }: Envelope, shared: Buffer): string {
  const message = Buffer.alloc(c2.length)
  let any = 0
  for (let offset = 0, counter = 1; offset < c2.length; offset += 32, counter++) {
    const key = sm3(Buffer.concat([shared, uint32(counter)]))
    const end = Math.min(32, c2.length - offset)
    for (let i = 0; i < end; i++) {
      const byte = key.readUInt8(i)
      any |= byte
      message[offset + i] = c2.readUInt8(offset + i) ^ byte
    }
  }
  const expected = sm3(Buffer.concat([shared.subarray(0, 32), message, shared.subarray(32)]))
  if (!timingSafeEqual(expected, c3) || any === 0) throw new UnopenableError()
  try {
    return utf8.decode(message)
  } catch {
    throw new UnopenableError()
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
