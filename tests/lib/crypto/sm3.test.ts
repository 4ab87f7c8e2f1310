import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sm3, xorKeyStream } from '#lib/crypto/sm3.ts'

const openssl = (bytes: Uint8Array) => createHash('sm3').update(bytes).digest('hex')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('gives the two examples of GB/T 32905', () => {
  const first = '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'
  const second = 'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732'
  expect(hex(sm3(Buffer.from('abc')))).toBe(first)
  expect(hex(sm3(Buffer.from('abcd'.repeat(16))))).toBe(second)
})

test('agrees with OpenSSL at every length around a block', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Buffer.alloc(length, length)
    expect(hex(sm3(message))).toBe(openssl(message))
  }
})

test('agrees with OpenSSL on any bytes, also in the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(9), (bytes, skip) => {
      const part = bytes.subarray(skip)
      expect(hex(sm3(part))).toBe(openssl(part))
    }),
  )
})

test('makes the key stream that hashing shared and counter gives', () => {
  const parts = fc.tuple(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.integer({ min: 1, max: 300 }))
  fc.assert(
    fc.property(parts, ([shared, length]) => {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) => {
        return openssl(Buffer.concat([shared, Uint8Array.of(0, 0, 0, i + 1)]))
      })
      const expected = blocks.join('').slice(0, 2 * length)
      const out = new Uint8Array(length)
      expect(xorKeyStream(shared, new Uint8Array(length), out)).toBe(/[^0]/.test(expected))
      expect(hex(out)).toBe(expected)
    }),
  )
})
