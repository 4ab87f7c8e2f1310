import { expect, test } from 'vitest'
import { firstDifficulty, hashRate, nextDifficulty } from '#service/compute/devices/rules.ts'

/** Limits of the miner (service/programs/miner/mining-session.ts). */
const MAX_SHARES = 200
const MAX_WAITING = 2_000
const STEP_MS = 100
const REPORT_MS = 30_000
const BACKLOG_MS = 3_000

/** Numbers between 0 and 1, the same in every run. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

/** Shares found where `mean` are expected: a Poisson distribution, for large means its normal approximation. */
function foundShares(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    return Math.round(mean + normal * Math.sqrt(mean))
  }
  let found = -1
  for (let left = 1; left > Math.exp(-mean); found += 1) left *= random()
  return found
}

/** Shares of each report of a miner that starts now, as the service adapts its difficulty. */
function simulate(rate: number, minutes: number): { at: number; shares: number }[] {
  const random = createRandom()
  const reports: { at: number; shares: number }[] = []
  const accepted: { at: number; work: number }[] = []
  let waiting: number[] = []
  let difficulty = firstDifficulty
  let next = 3_000
  let lastShare = 0
  for (let now = STEP_MS; now <= minutes * 60_000; now += STEP_MS) {
    const found = foundShares((rate * STEP_MS) / 1000 / difficulty, random)
    waiting = [...waiting, ...new Array<number>(Math.min(found, MAX_WAITING)).fill(difficulty)].slice(-MAX_WAITING)
    if (waiting.length >= MAX_SHARES / 2 && reports.length === 0) next = now
    if (now < next) continue
    const sent = waiting.splice(0, MAX_SHARES)
    accepted.push(...sent.map((work) => ({ at: now, work })))
    if (sent.length > 0) lastShare = now
    const work = accepted.filter(({ at }) => at > now - 600_000).reduce((sum, one) => sum + one.work, 0)
    const measured = hashRate({ work, onlineSince: 0, lastSeen: now })
    difficulty = nextDifficulty({ difficulty, rate: measured, silentMs: now - lastShare })
    reports.push({ at: now, shares: sent.length })
    next = now + (waiting.length >= MAX_SHARES / 2 ? BACKLOG_MS : REPORT_MS)
  }
  return reports
}

test.each([600, 30_000, 2.5e6, 15e6, 50e6, 240e6, 1e9, 50e9])(
  'a device of %d hashes a second sends 2 to 6 shares a report after four minutes',
  (rate) => {
    const reports = simulate(rate, 30)
    const later = reports.filter(({ at }) => at > 240_000)
    expect(later.length).toBeGreaterThan(50)
    const mean = later.reduce((sum, { shares }) => sum + shares, 0) / later.length
    expect(mean).toBeGreaterThan(2)
    expect(mean).toBeLessThan(6)
    // A share is found at random: the number of a single report varies around the mean.
    expect(Math.max(...later.map(({ shares }) => shares))).toBeLessThan(15)
    const before = reports.filter(({ at }) => at <= 240_000).reduce((sum, { shares }) => sum + shares, 0)
    expect(before).toBeLessThan(3_000)
  },
)
