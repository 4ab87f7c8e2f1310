import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toNamedResult } from '#service/money/deposits/named-transactions.ts'
import {
  advance,
  compare,
  depthOf,
  evaluateFound,
  evaluateLost,
  type Found,
  isFinal,
  type Known,
  ledgerUnits,
  POLLS_TO_AGREE,
  pair,
  type Reach,
} from '#service/money/deposits/rules.ts'

const place = { transactionId: '0xa', logIndex: 0, block: 10n, blockHash: '0x10' }
const found: Found = { ...place, deposit: 1, token: '0xt', value: 5n }
const seen: Known = { ...found, state: 'seen', agreed: 1, missed: 0 }

describe('pairs what is known with what was found', () => {
  test('by its place, and else by what it moves', () => {
    const moved = { ...found, logIndex: 3, block: 12n, blockHash: '0x12' }
    expect(pair([seen], [found]).pairs.get(seen)).toBe(found)
    expect(pair([seen], [moved]).pairs.get(seen)).toBe(moved)
    expect(pair([seen], [moved])).toMatchObject({ fresh: [], lost: [], contradicted: [] })
  })

  test.each([
    ['another deposit', { deposit: 2 }],
    ['another token', { token: '0xother' }],
    ['another value', { value: 6n }],
  ])('and %s at its place contradicts it, unless it is final', (_, change) => {
    const other = { ...found, ...change }
    expect(pair([seen], [other])).toMatchObject({ fresh: [other], lost: [], contradicted: [seen] })
    for (const state of ['confirmed', 'refused'] as const) {
      const final = { ...seen, state }
      expect(pair([final], [other])).toMatchObject({ fresh: [], lost: [final], contradicted: [] })
    }
  })

  test('and another transaction that moves the same is another one', () => {
    const other = { ...found, transactionId: '0xb' }
    expect(pair([seen], [other])).toMatchObject({ fresh: [other], lost: [seen], contradicted: [] })
  })

  test('and two alike of one transaction each by its own place', () => {
    const second = { ...seen, logIndex: 1 }
    const places = [{ ...found, logIndex: 1 }, found]
    const { pairs } = pair([seen, second], places)
    expect([pairs.get(seen)?.logIndex, pairs.get(second)?.logIndex]).toEqual([0, 1])
  })

  test('and a transfer found at its place takes no other', () => {
    const other = { ...found, logIndex: 5 }
    expect(pair([seen], [found, other])).toMatchObject({ fresh: [other], lost: [] })
  })

  test('and two alike of one transaction are two', () => {
    const second = { ...seen, logIndex: 1 }
    const { pairs, fresh, lost } = pair([seen, second], [found, { ...found, logIndex: 1 }])
    expect([pairs.size, fresh, lost]).toEqual([2, [], []])
  })
})

test('counts the polls that find a receipt at its place, and restarts when it moved or came back', () => {
  expect(evaluateFound(seen, found)).toMatchObject({ state: 'seen', agreed: 2, missed: 0 })
  expect(evaluateFound({ ...seen, missed: 1 }, found)).toMatchObject({ missed: 0 })
  expect(evaluateFound(seen, { ...found, blockHash: '0x11' })).toMatchObject({ agreed: 1 })
  expect(evaluateFound(seen, { ...found, logIndex: 2 })).toMatchObject({ agreed: 1, place: { logIndex: 2 } })
  expect(evaluateFound({ ...seen, state: 'vanished' }, found)).toMatchObject({ state: 'seen', agreed: 1 })
  expect(evaluateFound({ ...seen, state: 'refused' }, found)).toMatchObject({ state: 'refused' })
  expect(evaluateFound({ ...seen, state: 'confirmed' }, found)).toMatchObject({ state: 'confirmed' })
})

test('reverts a lost receipt only when polls agree that another block is at its place', () => {
  const once = evaluateLost(seen, true)
  expect(once).toMatchObject({ state: 'seen', missed: 1, agreed: 0 })
  expect(evaluateLost({ ...seen, missed: 1 }, true)).toMatchObject({ state: 'vanished', missed: POLLS_TO_AGREE })
  expect(evaluateLost({ ...seen, missed: 1 }, false)).toMatchObject({ state: 'seen', missed: 1, agreed: 0 })
  expect(evaluateLost({ ...seen, state: 'confirmed' }, true)).toMatchObject({ state: 'confirmed', missed: 0 })
})

test.each([
  [10n, 8n, 0n],
  [10n, 9n, 0n],
  [10n, 10n, 1n],
  [10n, 12n, 3n],
])('block %s under a head of %s is %s deep', (block, head, depth) => expect(depthOf(block, head)).toBe(depth))

test.each([
  ['seen', 2, 10n, true],
  ['seen', 3, 18n, true],
  ['seen', 1, 10n, false],
  ['seen', 2, 9n, false],
  ['seen', 2, -1n, false],
  ['confirmed', 2, 10n, false],
  ['vanished', 2, 10n, false],
  ['refused', 2, 10n, false],
] as const)(
  'a %s receipt that %s rounds agree on, with the final block %s: final is %s',
  (state, agreed, final, expected) => expect(isFinal({ state, agreed, place }, final)).toBe(expected),
)

test('converts units of a token to those of the ledger, and credits nobody more than came', () => {
  expect(ledgerUnits(1_234_567n, { token: 6, ledger: 6 })).toBe(1_234_567n)
  expect(ledgerUnits(1_999_999_999_999n, { token: 18, ledger: 6 })).toBe(1n)
  expect(ledgerUnits(12n, { token: 2, ledger: 6 })).toBe(120_000n)
})

describe('how far a network is read', () => {
  const reach: Reach = { next: 10n, mark: { block: 20n, hash: 'm' } }
  test.each([
    [
      'two rounds agree on what both have read',
      { upTo: 30n, hash: 'h', isAgreed: true },
      { next: 21n, mark: { block: 30n, hash: 'h' } },
    ],
    ['a round ends before the mark', { upTo: 15n, hash: 'h', isAgreed: true }, { next: 16n, mark: reach.mark }],
    ['a round ends at the next block', { upTo: 10n, hash: 'h', isAgreed: true }, { next: 11n, mark: reach.mark }],
    ['a round ends before what is agreed', { upTo: 8n, hash: 'h', isAgreed: true }, reach],
    [
      'the mark was replaced',
      { upTo: 30n, hash: 'h', isAgreed: false },
      { next: 10n, mark: { block: 30n, hash: 'h' } },
    ],
    [
      'the mark was replaced and the round ends early',
      { upTo: 15n, hash: 'h', isAgreed: false },
      { next: 10n, mark: { block: 15n, hash: 'h' } },
    ],
    ['the last hash is not told', { upTo: 30n, hash: undefined, isAgreed: true }, { next: 21n, mark: reach.mark }],
    ['nothing is told', { upTo: 30n, hash: undefined, isAgreed: false }, reach],
    ['the round ends at the mark', { upTo: 20n, hash: 'h', isAgreed: true }, { next: 21n, mark: reach.mark }],
  ])('when %s', (_, read, after) => expect(advance(reach, read)).toEqual(after))

  test('never goes back, and never passes a block that was read once only', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.boolean(), fc.boolean())), (rounds) => {
        let at: Reach = { next: 0n, mark: { block: -1n, hash: '' } }
        const reads = new Map<bigint, number>()
        for (const [more, isAgreed, isReported] of rounds) {
          const upTo = at.next - 1n + BigInt(more)
          for (let block = at.next; block <= upTo; block += 1n) reads.set(block, (reads.get(block) ?? 0) + 1)
          const after = advance(at, {
            upTo,
            hash: isReported ? `${upTo}` : undefined,
            isAgreed: isAgreed || at.mark.block < at.next,
          })
          expect(after.next).toBeGreaterThanOrEqual(at.next)
          for (let block = at.next; block < after.next; block += 1n) expect(reads.get(block)).toBeGreaterThanOrEqual(2)
          at = after
        }
      }),
    )
  })
})

describe('an address beside its balance', () => {
  const MINUTE = 60_000
  const DAY = 86_400_000
  const OPENED = 20 * DAY
  const one = { openedAt: OPENED, expected: 7n, accepted: 0n, agreedBlock: 3n, differsSince: null }
  const at = (now: number, held = 7n) => ({ held, block: 9n, now })

  test.each([
    [0, MINUTE],
    [4 * MINUTE, MINUTE],
    [40 * MINUTE, 10 * MINUTE],
    [DAY, DAY / 4],
    [400 * DAY, 30 * DAY],
  ])('that holds the expected balance after %s ms is due again in %s', (age, interval) =>
    expect(compare(one, at(OPENED + age))).toEqual({
      held: 7n,
      missing: 0n,
      agreedBlock: 9n,
      differsSince: null,
      dueAt: OPENED + age + interval,
    }),
  )

  test('that holds more misses a transfer from the first time on, and keeps its last agreed block', () => {
    expect(compare(one, at(DAY, 17n))).toEqual({
      held: 17n,
      missing: 10n,
      agreedBlock: 3n,
      differsSince: DAY,
      dueAt: DAY + MINUTE,
    })
    const later = compare({ ...one, differsSince: DAY }, at(DAY + 10 * MINUTE, 17n))
    expect(later).toMatchObject({ differsSince: DAY, dueAt: DAY + 20 * MINUTE })
  })

  test('that holds less differs too, and misses no transfer', () =>
    expect(compare(one, at(DAY, 6n))).toMatchObject({ missing: 0n, differsSince: DAY }))

  test('whose difference was accepted agrees again', () =>
    expect(compare({ ...one, accepted: -2n, differsSince: DAY }, at(2 * DAY, 5n))).toMatchObject({
      differsSince: null,
    }))
})

describe('a named transaction', () => {
  const named = { id: 'n', named_at: new Date(0) }
  const answered = { answer: undefined, isPaying: false, isFinal: (block: bigint) => block <= 5n, now: 100_000 }
  const WEEK = 7 * 86_400_000
  test.each([
    [
      'that pays us is found, final or not',
      { isPaying: true, answer: { state: 'taken', block: 9n, arrivals: [] } },
      'found',
    ],
    [
      'that pays nobody of us is nothing once it is final',
      { answer: { state: 'taken', block: 5n, arrivals: [] } },
      'nothing',
    ],
    [
      'that pays nobody of us may be another after a reorganisation',
      { answer: { state: 'taken', block: 6n, arrivals: [] } },
      null,
    ],
    ['that was reverted has failed once that is final', { answer: { state: 'failed', block: 5n } }, 'reverted'],
    ['that was reverted in a young block may still succeed', { answer: { state: 'failed', block: 6n } }, null],
    ['that no node answers for is asked again, however old it is', { answer: undefined, now: 2 * WEEK }, null],
    ['that no node knows is asked again', { answer: { state: 'unknown' }, now: WEEK }, null],
    ['that no node has known for a week never was', { answer: { state: 'unknown' }, now: WEEK + 1 }, 'unknown'],
  ] as const)('%s', (_, change, outcome) =>
    expect(toNamedResult(named, { ...answered, ...change })).toMatchObject({ outcome }),
  )

  test('is looked up again soon at first, then less often', () => {
    expect(toNamedResult(named, { ...answered, now: 1_000 }).dueAt).toBe(6_000)
    expect(toNamedResult(named, { ...answered, now: 100_000 }).dueAt).toBe(125_000)
  })
})
