import { expect, test } from 'vitest'
import { barsOf, estimatesOf, type Overview, type Source } from '#app/earnings/bars.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'

const NOW = Date.UTC(2026, 10, 21, 2) / 1000
const coin = (currencyCode: 'ALEO' | 'GRASS', minedToday: string, settling: string) => ({
  currencyCode,
  minedToday,
  settling,
  cloudToday: minedToday === '0' ? '0' : '0.1',
  cloudSettling: settling === '0' ? '0' : '0.3',
  frozen: '0',
  releases: [],
  balance: '0',
  withdrawing: '0',
  withdrawn: '0',
  total: '0',
  yesterday: null,
})
const overview = (settledDay: string): Overview => ({
  coins: [coin('ALEO', '0.4', '1.2'), coin('GRASS', '0', '0')],
  userTotalIncomeAmount: '0',
  hasHistory: true,
  settlementAt: NOW,
  settledDay,
  serverTime: NOW,
})
const estimateOf = (settledDay: string) => Object.fromEntries(estimatesOf(overview(settledDay), 'all'))
const aleo = (amount: string) => [{ currencyCode: 'ALEO', amount }]

test.each([
  ['yesterday awaits its settlement', '2026-11-19', { '2026-11-21': aleo('0.4'), '2026-11-20': aleo('1.2') }],
  ['yesterday is settled', '2026-11-20', { '2026-11-21': aleo('0.4') }],
  ['more days wait, which nobody can tell apart', '2026-11-17', { '2026-11-21': aleo('0.4') }],
])('estimates days when %s', (_, settledDay, expected) => {
  expect(estimateOf(settledDay)).toEqual(expected)
})

test('separates the estimates of devices and of rented hash rate', () => {
  const of = (source: Source) => Object.fromEntries(estimatesOf(overview('2026-11-19'), source))
  expect(of('pc')).toEqual({ '2026-11-21': aleo('0.3'), '2026-11-20': aleo('0.9') })
  expect(of('cloud')).toEqual({ '2026-11-21': aleo('0.1'), '2026-11-20': aleo('0.3') })
})

const drawn = {
  estimates: estimatesOf(overview('2026-11-19'), 'all'),
  words: { estimated: 'Estimate', open: 'Not settled yet', before: 'Before you joined' },
}
const settled = {
  date: '2026-11-19',
  settled: true,
  coins: [
    { currencyCode: 'ALEO' as const, amount: '4', frozen: '0' },
    { currencyCode: 'GRASS' as const, amount: '10', frozen: '10' },
  ],
}

test('stacks coins by their worth, shows their amounts, and hatches frozen parts', () => {
  const [bar] = barsOf({ ...drawn, days: [settled], series: ['ALEO', 'GRASS'] })
  const worths = [worthOf('4', 'ALEO'), worthOf('10', 'GRASS')]
  expect(bar).toMatchObject({ frozen: true, parts: worths.map(worthText), texts: ['4.0000', '10.0000'] })
  expect(bar?.total).toBe(worthText((worths[0] ?? 0n) + (worths[1] ?? 0n)))
  expect(bar).not.toHaveProperty('state')
})

test('draws one coin in its own amounts', () => {
  expect(barsOf({ ...drawn, days: [settled], series: ['ALEO'] })).toMatchObject([{ parts: ['4'], total: '4' }])
})

test('an estimate fills only a day without credited earnings, and is marked', () => {
  const empties = [
    { date: '2026-11-20', settled: false, coins: [] },
    { date: '2026-11-18', settled: true, coins: [] },
    { date: '2026-11-17', settled: false, coins: [] },
  ]
  const days = [settled, ...empties]
  const [, estimated, empty, open] = barsOf({ ...drawn, days, series: ['ALEO'] })
  expect(estimated).toMatchObject({ state: 'Estimate', frozen: true, parts: ['1.2'] })
  expect(empty).toMatchObject({ frozen: false, parts: ['0'] })
  expect(empty).not.toHaveProperty('state')
  expect(open).toMatchObject({ state: 'Not settled yet', frozen: false, parts: ['0'] })
})

test('does not mark a day as settled before the account existed', () => {
  const days = ['2026-11-10', '2026-11-12'].map((date) => ({ date, settled: true, coins: [] }))
  const [before, after] = barsOf({ ...drawn, days, series: ['ALEO'], since: '2026-11-12' })
  expect([before?.state, after?.state]).toEqual(['Before you joined', undefined])
})
