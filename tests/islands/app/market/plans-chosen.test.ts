import { expect, test } from 'vitest'
import { $compared, bestOf, canCompare, chosenPlans, compare, type Sale, sales } from '#app/market/choice.ts'
import type { Plan } from '#lib/contract/market.ts'

const plan = (id: string, part: Partial<Plan>) =>
  ({ id, currencyCode: 'ALEO', pricePerUnitDay: '0.04', state: 'active', soldOut: false, ...part }) as Plan

const plans = [
  plan('ended', { state: 'paused', pricePerUnitDay: '0.01' }),
  plan('dear', { pricePerUnitDay: '0.1' }),
  plan('cheap', { pricePerUnitDay: '0.09' }),
  plan('soonest', { state: 'preparing', pricePerUnitDay: '0.001' }),
  plan('soon', { state: 'preparing', currencyCode: 'GRASS' }),
  plan('grass', { currencyCode: 'GRASS' }),
  plan('gone', { soldOut: true, pricePerUnitDay: '0.02' }),
  plan('ended-and-gone', { state: 'paused', soldOut: true }),
]
const idsOf = (sale: Sale, part = {}) =>
  chosenPlans(plans, { coin: 'all', sale, cheapest: true, ...part }).map(({ id }) => id)

test.each([
  ['all', ['cheap', 'dear', 'grass', 'soonest', 'soon', 'ended', 'gone', 'ended-and-gone']],
  ['active', ['cheap', 'dear', 'grass']],
  ['preparing', ['soonest', 'soon']],
  ['soldOut', ['gone', 'ended-and-gone']],
  ['paused', ['ended', 'ended-and-gone']],
] as const)('the sale “%s” shows these, on sale first, by coin and price, past ones last', (sale, ids) => {
  expect(idsOf(sale)).toEqual(ids)
})

test('every plan is in one of the states, and a coin narrows it', () => {
  const found = sales.filter((sale) => sale !== 'all').flatMap((sale) => idsOf(sale))
  expect(new Set(found)).toEqual(new Set(plans.map(({ id }) => id)))
  expect(idsOf('all', { coin: 'GRASS' })).toEqual(['grass', 'soon'])
  expect(idsOf('active', { cheapest: false })).toEqual(['dear', 'cheap', 'grass'])
})

test('a fourth plan of a line is not added to the comparison, which keeps the chosen ones', () => {
  const one = (id: string, type: 1 | 2 = 1) => ({ id, type })
  const idsCompared = () => $compared.get().map(({ id }) => id)
  for (const id of ['a', 'b', 'c', 'd']) compare(one(id))
  compare(one('machine', 2))
  expect(idsCompared()).toEqual(['a', 'b', 'c', 'machine'])
  expect(canCompare($compared.get(), one('d'))).toBe(false)
  compare(one('b'))
  compare(one('d'))
  expect(idsCompared()).toEqual(['a', 'c', 'machine', 'd'])
})

test.each([
  [
    'the cheaper one, and the one that breaks even first',
    [
      ['0.0417', 76, 90],
      ['0.0450', 27, 30],
    ],
    [['0'], ['1']],
  ],
  [
    'none where they are equal',
    [
      ['0.04', 27, 30],
      ['0.040', 27, 30],
    ],
    [[], []],
  ],
  [
    'both of three',
    [
      ['0.04', 20, 30],
      ['0.04', 20, 30],
      ['0.05', 21, 30],
    ],
    [
      ['0', '1'],
      ['0', '1'],
    ],
  ],
  [
    'none after its term, or without a price',
    [
      ['0.04', 31, 30],
      ['0.05', null, 30],
    ],
    [['0'], []],
  ],
] as const)('marks as the best of the compared plans %s', (_, compared, expected) => {
  const all = compared.map(([pricePerUnitDay, breakEvenDay, days], index) =>
    plan(String(index), { pricePerUnitDay, breakEvenDay, days }),
  )
  const { lowest, soonest } = bestOf(all)
  expect([lowest, soonest].map((best) => best.map(({ id }) => id))).toEqual(expected)
})

test('compares no prices of hash rates of different coins', () => {
  const all = [plan('0', { pricePerUnitDay: '0.04' }), plan('1', { pricePerUnitDay: '0.03', currencyCode: 'GRASS' })]
  expect(bestOf(all).lowest).toEqual([])
})
