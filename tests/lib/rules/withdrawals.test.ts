import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { networks } from '#lib/rules/networks.ts'
import { isSmall, maxFee, minimumAt, WITHDRAWAL_THRESHOLDS, withdrawalRefusal } from '#lib/rules/withdrawals.ts'

const aleo = (text: string) => toUnits(text, 'ALEO')
const refusal = (amount: string, { available = '100', fee = '0.05', smallUsed = false } = {}) =>
  withdrawalRefusal({ coin: 'ALEO', amount: aleo(amount), fee: aleo(fee) }, { available: aleo(available), smallUsed })

test.each([
  ['-1', {}, 'BELOW_MINIMUM'],
  ['0', {}, 'BELOW_MINIMUM'],
  ['0.299999', {}, 'BELOW_MINIMUM'],
  ['0.299999', { available: '0' }, 'BELOW_MINIMUM'],
  ['0.3', {}, undefined],
  ['0.3', { smallUsed: true }, 'SMALL_ONE_USED'],
  ['3', {}, undefined],
  ['3', { smallUsed: true }, 'SMALL_ONE_USED'],
  ['3.000001', { smallUsed: true }, undefined],
  ['100', { smallUsed: true }, undefined],
  ['100.000001', {}, 'OVER_BALANCE'],
  ['5', { available: '4.999999' }, 'OVER_BALANCE'],
  ['5', { fee: '5' }, 'BELOW_MINIMUM'],
  ['5', { fee: '2.500001' }, 'BELOW_MINIMUM'],
  ['5', { fee: '2.5' }, undefined],
  ['5', { fee: '0' }, undefined],
])('%s ALEO with %j: %s', (amount, parts, reason) => {
  expect(refusal(amount, parts)).toBe(reason)
})

test.each(withdrawableCoins)('%s: small ends exactly at its threshold', (coin) => {
  const { small, normal } = WITHDRAWAL_THRESHOLDS[coin]
  const [min, max] = [toUnits(small, coin), toUnits(normal, coin)]
  expect(min < max).toBe(true)
  expect([isSmall({ coin, amount: max }), isSmall({ coin, amount: max + 1n })]).toEqual([true, false])
})

describe('the minimum of a network', () => {
  test.each(withdrawableCoins)(
    'of %s is more than its fee and within the unrestricted amount, for every allowed fee',
    (coin) => {
      const { small, normal } = WITHDRAWAL_THRESHOLDS[coin]
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: maxFee(coin) }), (fee) => {
          const minimum = minimumAt({ coin, fee })
          expect(minimum > fee && minimum >= toUnits(small, coin) && minimum <= toUnits(normal, coin)).toBe(true)
        }),
      )
      expect(minimumAt({ coin, fee: maxFee(coin) + 1n }) > toUnits(normal, coin)).toBe(true)
    },
  )

  test.each([
    ['USDT', '3', '6'],
    ['USDT', '1', '2'],
    ['USDT', '0', '2'],
    ['ALEO', '0.05', '0.3'],
    ['NODEPAY', '2', '10'],
  ] as const)('%s with a fee of %s: %s', (coin, fee, minimum) => {
    expect(networks.some((one) => one.coin === coin)).toBe(true)
    expect(minimumAt({ coin, fee: toUnits(fee, coin) })).toBe(toUnits(minimum, coin))
  })
})

describe('an accepted withdrawal', () => {
  test('is never below the minimum, over the balance, a second small one, or consumed by the fee', () => {
    const units = fc.bigInt({ min: -1_000_000n, max: 10_000_000n })
    fc.assert(
      fc.property(units, units, units, fc.boolean(), (amount, fee, available, smallUsed) => {
        const free = withdrawalRefusal({ coin: 'ALEO', amount, fee }, { available, smallUsed }) === undefined
        const ok =
          amount >= 300_000n && amount <= available && amount >= 2n * fee && !(smallUsed && amount <= 3_000_000n)
        expect(free).toBe(ok)
      }),
      { numRuns: 5000 },
    )
  })
})
