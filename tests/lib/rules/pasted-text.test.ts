import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TransactionId } from '#lib/contract/deposits.ts'
import { WalletAddress } from '#lib/contract/wallet-address.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
/** Unicode has no character at U+2065. */
const invisible = [0xad, 0xfeff, ...range(0x200b, 0x200f), ...range(0x202a, 0x202e), ...range(0x2060, 0x2064)]
  .concat(range(0x2066, 0x2069))
  .map((code) => String.fromCodePoint(code))

test('text that is pasted loses what nobody sees, around it and inside', () => {
  for (const one of invisible) expect(pastedText(`${one} a${one}b ${one}`)).toBe('ab')
  expect(pastedText('\u00a0a b\u3000')).toBe('a b')
})

test.each([
  ['an address', WalletAddress, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['a transaction id', TransactionId, `0x${'ab12'.repeat(16)}`],
])('%s of a request is read without it', (_, schema, text) => {
  const pasted = `${invisible.join('')}${text.slice(0, 9)}${invisible.join('')}${text.slice(9)}\ufeff`
  expect(v.parse(schema, pasted)).toBe(text)
  expect(v.is(schema, '\u200b')).toBe(false)
})
