import { expect, test } from 'vitest'
import { barsOf, colors } from '#app/invitations/bars.ts'
import { sources } from '#app/points/texts.ts'

test('a day with more taken back than earned has no bar below zero, and shows its figures', () => {
  const day = { date: '2026-11-20', registered: 0, linked: 0, settled: true }
  expect(barsOf({ days: [{ ...day, referral: -1000, share: 279 }] })).toMatchObject([
    { parts: ['0', '279'], texts: ['−1,000', '279'], total: '-721' },
  ])
})

test('points of a source have the same colour on each screen', () => {
  const colorOf = (name: string) => sources.find(({ source }) => source === name)?.color
  expect(colors).toEqual(['referral', 'referral-share'].map(colorOf))
})
