import { expect, test } from 'vitest'
import { barsOf } from '#app/invitations/bars.ts'

test('a day with more taken back than earned has no bar below zero, and shows its figures', () => {
  const day = { date: '2026-11-20', registered: 0, linked: 0, settled: true }
  expect(barsOf({ days: [{ ...day, referral: -1000, share: 279 }] })).toMatchObject([
    { parts: ['0', '279'], texts: ['−1,000', '279'], total: '-721' },
  ])
})
