import { expect, test } from 'vitest'
import { barsOf } from '#app/points/bars.ts'

const none = { mining: '0', task: '0', referral: '0', 'referral-share': '0' } as const

test('a day before the account is marked so, and not as settled', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) => ({ date, settled: true, sources: none }))
  const words = { estimated: 'estimate', open: 'open', before: 'before' }
  const drawn = barsOf({ days: days as never, overview: undefined, series: ['mining'], words, since: '2026-11-20' })
  expect(drawn.map(({ state }) => state)).toEqual(['before', 'before', undefined])
})
