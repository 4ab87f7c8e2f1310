import { base58 } from '@scure/base'
import { type Address, isOffCurveAddress } from '@solana/kit'
import { findAssociatedTokenPda, type TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOnCurve } from '#lib/rules/curve25519.ts'
import { addresses, isKey, toBytes, tokenAccountOf } from '#service/chains/solana/addresses.ts'
import { TOKEN, TOKEN_2022 } from '#service/chains/solana/programs.ts'

const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
const WALLET = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a point of the curve is one where @solana/kit says so', () => {
  fc.assert(
    fc.property(bytes32, (bytes) => {
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(base58.encode(bytes) as Address))
    }),
    { numRuns: 300 },
  )
  expect(isKey(WALLET)).toBe(true)
})

test.each([TOKEN, TOKEN_2022])('token accounts are those of the library, for tokens of %s', async (program) => {
  for (const owner of [WALLET, USDT, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']) {
    const [theirs] = await findAssociatedTokenPda({
      ...{ owner: owner as Address, mint: USDT as Address, tokenProgram: program as typeof TOKEN_PROGRAM_ADDRESS },
    })
    expect(tokenAccountOf(owner, { token: USDT, program })).toBe(theirs)
    expect(isKey(theirs)).toBe(false)
  }
})

describe('an address', () => {
  test('of any 32 bytes but zeros is read as it was written', () => {
    fc.assert(
      fc.property(
        bytes32.filter((bytes) => bytes.some((byte) => byte !== 0)),
        (bytes) => {
          const text = base58.encode(bytes)
          expect(addresses.fault(text)).toBeUndefined()
          expect(addresses.normal(text)).toBe(text)
          expect(toBytes(text)).toEqual(bytes)
        },
      ),
    )
  })

  test.each([
    ['', 'is empty'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'another network'],
    [`${WALLET.slice(0, -1)}0`, 'holds "0"'],
    [`${WALLET.slice(0, -1)}l`, 'holds "l"'],
    [` ${WALLET}`, 'holds " "'],
    [`${WALLET}\n`, 'holds "\n"'],
    [WALLET.slice(0, -2), 'holds 31 bytes'],
    [WALLET.slice(0, 20), 'has 20 characters'],
    [`${WALLET}11`, 'has 45 characters'],
    ['z'.repeat(44), 'holds 33 bytes'],
    ['1'.repeat(32), 'nobody'],
    ['5'.repeat(88), 'has 88 characters'],
  ])('%j is refused, because it %s', (text, reason) => {
    expect(addresses.fault(text)).toContain(reason)
    expect(() => addresses.normal(text)).toThrow('The address')
    expect(addresses.same(text, text)).toBe(false)
  })

  test('cannot be derived from a public key', () => {
    expect(() => addresses.derive('xpub')).toThrow('no addresses')
  })
})
