import { expect, test } from 'vitest'
import { canShare, chooseDeposit, type SharedDeposit } from '#service/money/deposits/choose-deposit.ts'

const one = (number: number, parts: Partial<SharedDeposit> = {}): SharedDeposit => ({
  number,
  amount: 20n,
  openedBlock: BigInt(number * 100),
  isPaid: false,
  ...parts,
})

test.each([
  ['the only one', [one(1)], { block: 500n, amount: 3n }, 1],
  ['the last one for any amount', [one(1, { isPaid: true }), one(2)], { block: 500n, amount: 3n }, 2],
  ['the last one of two with its amount', [one(1), one(2)], { block: 500n, amount: 20n }, 2],
  ['an unpaid earlier one of exactly that amount', [one(1), one(2, { amount: 30n })], { block: 500n, amount: 20n }, 1],
  [
    'the last one, when the earlier one of that amount is paid',
    [one(1, { isPaid: true }), one(2, { amount: 30n })],
    { block: 500n, amount: 20n },
    2,
  ],
  ['the one that was open in its block', [one(1, { isPaid: true }), one(2)], { block: 200n, amount: 20n }, 1],
  ['the last one for another token', [one(1), one(2, { amount: 30n })], { block: 500n, amount: null }, 2],
  ['the first one, when none was open', [one(1), one(2)], { block: 1n, amount: 20n }, 1],
  [
    'the last one that was opened before any block was known',
    [one(1), one(2, { openedBlock: null })],
    { block: 1n, amount: 5n },
    2,
  ],
])('a payment goes to %s', (_, sharing, arrival, number) => {
  expect(chooseDeposit(sharing, arrival)).toBe(number)
})

const HOUR_MS = 3_600_000
test.each([
  ['one that is paid', [{ amount: 20n, seen: 20n, openedAt: 0 }], 1, true],
  ['one that has more than was asked for', [{ amount: 20n, seen: 25n, openedAt: 0 }], 1, true],
  ['one that waits', [{ amount: 20n, seen: 0n, openedAt: 0 }], 24, false],
  ['one that is paid in part', [{ amount: 20n, seen: 19n, openedAt: 0 }], 1, false],
  ['one that has waited for more than a day', [{ amount: 20n, seen: 0n, openedAt: 0 }], 25, true],
  [
    'a paid one and one that waits',
    [
      { amount: 20n, seen: 20n, openedAt: 0 },
      { amount: 20n, seen: 0n, openedAt: 0 },
    ],
    2,
    false,
  ],
])('an address of %s is given again: %s', (_, deposits, hours, isFree) => {
  expect(canShare(deposits, hours * HOUR_MS)).toBe(isFree)
})
