import { expect, test } from 'vitest'
import { programme } from '#service/rewards/ambassadors/levels.ts'

test('levels move by 2,000 and 10,000 devices, 3 days up and 20 down, and 10 new devices in 30 days', () => {
  expect(programme).toEqual({
    two: 2000,
    three: 10_000,
    promotion: 3,
    demotion: 20,
    keepDevices: 10,
    keepDays: 30,
  })
})
