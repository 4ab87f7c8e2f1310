import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import { firstDifficulty, hashRate, nextDifficulty } from '#service/compute/devices/rules.ts'
import { createChance, SimulatedDevice } from '#world/simulated-device.ts'

/** About the time that a report takes to be answered. */
const STEP_MS = 100

interface Simulated {
  at: number
  shares: number
  /** Shares of a report on average, at the difficulty after this one. */
  expected: number
}

/** Reports of a miner that starts now, as the service adapts its difficulty. */
function simulate(of: { rate: number; minutes: number; random?: () => number }): Simulated[] {
  const device = new SimulatedDevice({ ...of, work: { workId: 'work', difficulty: firstDifficulty }, now: 0 })
  const reports: Simulated[] = []
  let accepted: { at: number; work: number }[] = []
  let difficulty = firstDifficulty
  let lastShare = 0
  for (let now = STEP_MS; now <= of.minutes * 60_000; now += STEP_MS) {
    if (!device.mineUntil(now)) continue
    const sent = device.takeShares()
    if (sent.length > 0) lastShare = now
    accepted.push({ at: now, work: sent.reduce((sum, share) => sum + share.difficulty, 0) })
    accepted = accepted.filter(({ at }) => at > now - RATE_WINDOW_MS)
    const work = accepted.reduce((sum, one) => sum + one.work, 0)
    const rate = hashRate({ work, onlineSince: 0, lastSeen: now })
    difficulty = nextDifficulty({ difficulty, rate, silentMs: now - lastShare })
    device.follow({ workId: 'work', difficulty })
    reports.push({ at: now, shares: sent.length, expected: device.expectedShares() })
  }
  return reports
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

test.each([600, 10e3, 30e3, 1e6, 2.5e6, 15e6, 50e6, 240e6, 1e9, 5e9, 50e9, 100e9])(
  'a device of %d hashes a second sends 2 to 6 shares a report after four minutes',
  (rate) => {
    const reports = simulate({ rate, minutes: 30, random: createChance(1) })
    const later = reports.filter(({ at }) => at > 240_000)
    expect(later.length).toBeGreaterThan(50)
    const mean = meanOf(later.map(({ shares }) => shares))
    expect(mean).toBeGreaterThan(2)
    expect(mean).toBeLessThan(6)
    // A share is found at random: the number of a single report varies around the mean.
    expect(Math.max(...later.map(({ shares }) => shares))).toBeLessThan(15)
    const before = reports.filter(({ at }) => at <= 240_000).reduce((sum, { shares }) => sum + shares, 0)
    expect(before).toBeLessThan(3_000)
  },
)

test('a device of any rate settles within two minutes at 2 to 6 expected shares a report, and stays there', () => {
  const exponent = fc.double({ min: 4, max: 11, noNaN: true })
  fc.assert(
    fc.property(exponent, (power) => {
      const reports = simulate({ rate: 10 ** power, minutes: 12 }).filter(({ at }) => at > 120_000)
      expect(reports.length).toBeGreaterThan(15)
      for (const { expected } of reports) {
        expect(expected).toBeGreaterThanOrEqual(2)
        expect(expected).toBeLessThanOrEqual(6)
      }
    }),
  )
})
