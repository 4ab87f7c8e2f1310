import { sm2 } from 'sm-crypto'
import { expect, test } from 'vitest'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { seal } from '#lib/crypto/seal.ts'
import { mixedMessages } from '#world/messages.ts'
import { accepted, privateKey, publicKey, zeroKeyStream } from '#world/sm2-vectors.ts'

/** Messages beside sm-crypto, which is slow; `npm run test:long` has 200. */
const MESSAGES = Number(process.env.SM2_MESSAGES ?? 40)
const bytes = (text: string) => new TextEncoder().encode(text)
const ticketWith = (k: string) => createTicketMaker(publicKey, () => BigInt(`0x${k}`))()

test.each(accepted)('seals the vector "$name" byte for byte', ({ k, text, cipher }) => {
  expect(seal(ticketWith(k), bytes(text))).toBe(cipher)
})

test('seals nothing when the key stream is all zero', () => {
  const ticket = ticketWith(zeroKeyStream.k ?? '')
  expect(seal(ticket, bytes('a'))).toBeUndefined()
  expect(ticket.shared.every((byte) => byte === 0)).toBe(true)
})

/** One key stream in 256 of a single byte is all zero and seals nothing; of 24 bytes none ever is. */
const long = 'twenty-four bytes or so.'

test('zeroes a ticket and refuses it the second time', () => {
  const ticket = createTicketMaker(publicKey)()
  expect(seal(ticket, bytes(long))).toBeTypeOf('string')
  expect([...ticket.c1, ...ticket.shared].every((byte) => byte === 0)).toBe(true)
  expect(() => seal(ticket, bytes('twice'))).toThrow('one message only')
})

test('refuses an empty message and keeps the ticket', () => {
  const ticket = createTicketMaker(publicKey)()
  expect(() => seal(ticket, new Uint8Array())).toThrow('nothing to seal')
  expect(seal(ticket, bytes(long))).toBeTypeOf('string')
})

test('never seals the same message alike', () => {
  const makeTicket = createTicketMaker(publicKey)
  const sealed = Array.from({ length: 20 }, () => seal(makeTicket(), bytes(long)))
  expect(new Set(sealed.map((q) => q?.slice(0, 130))).size).toBe(20)
})

test('accepts a key with or without its prefix, and refuses one that is not on the curve', () => {
  expect(createTicketMaker(publicKey.slice(2))().c1[0]).toBe(4)
  const offCurve = `${publicKey.slice(0, -1)}${publicKey.endsWith('0') ? '1' : '0'}`
  for (const bad of [offCurve, '', 'zz', publicKey.slice(0, -2), `04${'0'.repeat(128)}`]) {
    expect(() => createTicketMaker(bad)).toThrow()
  }
})

test('draws k again when it is zero or not below the order', () => {
  const order = 'fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123'
  const draws = ['00'.repeat(32), order, 'ff'.repeat(32), '00'.repeat(31).concat('01')]
  const original = crypto.getRandomValues
  try {
    const makeTicket = createTicketMaker(publicKey)
    crypto.getRandomValues = ((array: Uint8Array) => {
      // The curve library blinds with draws of its own, of 16 bytes.
      if (array.length !== 32) return original.call(crypto, array as Uint8Array<ArrayBuffer>)
      array.set(Buffer.from(draws.shift() ?? '', 'hex'))
      return array
    }) as typeof crypto.getRandomValues
    const generator = '0432c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7'
    expect(Buffer.from(makeTicket().c1).toString('hex')).toMatch(new RegExp(`^${generator}`))
    expect(draws).toEqual([])
  } finally {
    crypto.getRandomValues = original
  }
})

test('is opened by sm-crypto, whatever the message', () => {
  const makeTicket = createTicketMaker(publicKey)
  for (const message of mixedMessages(MESSAGES, 11)) {
    let q: string | undefined
    // Like the sealer: one key stream in 256 of a single byte is all zero, and the next ticket's is not.
    while (q === undefined) q = seal(makeTicket(), bytes(message))
    expect(sm2.doDecrypt(q.slice(2), privateKey, 1)).toBe(message)
  }
})
