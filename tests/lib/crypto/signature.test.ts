import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { md5Hex } from '#lib/crypto/md5.ts'
import { createSignature } from '#lib/crypto/signature.ts'

test('agrees with the MD5 of RFC 1321', () => {
  expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
  expect(md5Hex('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
})

test('agrees with OpenSSL on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(md5Hex(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'))
    }),
  )
})

test('signs the four values joined in their order', () => {
  const made = createSignature({ now: 1_790_000_000_999, versionNo: '1.2.3', salt: 'sält' })
  expect(made).toMatchObject({ timestamp: 1_790_000_000, versionNo: '1.2.3', salt: 'sält' })
  const joined = `17900000001.2.3${made.randomStr}sält`
  expect(made.sign).toBe(createHash('md5').update(joined, 'utf8').digest('hex'))
})

test('draws ten letters or digits, and others the next time', () => {
  const drawn = Array.from({ length: 500 }, () => createSignature({ now: 0, versionNo: '', salt: '' }).randomStr)
  for (const text of drawn) expect(text).toMatch(/^[A-Za-z0-9]{10}$/)
  expect(new Set(drawn).size).toBe(500)
})

test('drops the bytes that would favour the first letters', () => {
  const bytes = [[248, 255, 0, 61, 62, 247, 250, 1, 2, 3], new Array(10).fill(4)].flat()
  let drawn = 0
  const draw = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const target = array as unknown as Uint8Array
    target.set(bytes.slice(drawn, drawn + target.length))
    drawn += target.length
    return array
  })
  const { randomStr } = createSignature({ now: 0, versionNo: '', salt: '' })
  draw.mockRestore()
  expect(randomStr).toBe('A9A9BCDEEE')
})
