import { bytesToHex } from '@noble/hashes/utils.js'
import { sm3, xorKeyStream } from './sm3.ts'

/** Curve values of one message, computed ahead of time and used once. */
export interface Ticket {
  /** kG, uncompressed: 04, x, y; 65 bytes. All zero once the ticket is used. */
  readonly c1: Uint8Array<ArrayBuffer>
  /** kP = x2 || y2, 64 bytes: the secret of this message. */
  readonly shared: Uint8Array<ArrayBuffer>
}

/**
 * Seals a message: `04`, C1.x, C1.y, C3, C2 in lower-case hex (GB/T 32918.4, order C1C3C2).
 * The ticket is zeroed whatever happens. Undefined when its key stream was all zero: take the next ticket.
 * Throws on an empty message and on a ticket that was used before.
 */
export function seal(ticket: Ticket, message: Uint8Array): string | undefined {
  if (message.length === 0) throw new Error('nothing to seal')
  if (ticket.c1[0] !== 4) throw new Error('a ticket seals one message only')
  const hashed = new Uint8Array(64 + message.length)
  try {
    const out = new Uint8Array(97 + message.length)
    out.set(ticket.c1)
    hashed.set(ticket.shared.subarray(0, 32))
    hashed.set(message, 32)
    hashed.set(ticket.shared.subarray(32), 32 + message.length)
    out.set(sm3(hashed), 65)
    const sealed = xorKeyStream(ticket.shared, message, out.subarray(97))
    return sealed ? bytesToHex(out) : undefined
  } finally {
    hashed.fill(0)
    discard(ticket)
  }
}

/** Makes a ticket unusable. */
export function discard(ticket: Ticket): void {
  ticket.c1.fill(0)
  ticket.shared.fill(0)
}
