/**
 * CPU microseconds that the service spends to check a share, for devices of several rates and for several shares a report.
 * Run: `node tests/bench/shares.ts`; with BENCH_GATE=1 it fails where the dearest costs more than twice as much as the cheapest. The nonces
 * are random and their proofs do not decide, because shares of high difficulties take hours to find: the hash and the comparison are done.
 */
import { randomBytes } from 'node:crypto'
import { cpuUsage } from 'node:process'
import { evaluateShares, type KnownWork } from '#service/compute/devices/shares.ts'
import { isShare } from '#service/platform/share-proof.ts'
import { gate } from './median.ts'

const SHARES = 20_000
const ROUNDS = 15
const SHARE_SECONDS = 10
const now = 0

function microseconds({ rate, shares }: { rate: number; shares: number }): number {
  const challenge = randomBytes(32).toString('hex')
  const difficulty = BigInt(Math.round(rate * SHARE_SECONDS))
  const work: KnownWork = {
    ...{
      id: 'work',
      project: 'aleo',
      challenge,
      difficulty,
      issuedAt: now,
      expiresAt: now + 1,
      taken: new Set<string>(),
    },
  }
  const works = new Map([[work.id, work]])
  // Hashes and compares, then accepts.
  const proof: typeof isShare = (...share) => isShare(...share) || true
  const reports = Array.from({ length: SHARES / shares }, () =>
    Array.from({ length: shares }, () => ({ workId: work.id, nonce: randomBytes(8).toString('hex') })),
  )
  const before = cpuUsage()
  for (const report of reports) evaluateShares(report, { works, now, proof })
  const { user, system } = cpuUsage(before)
  return (user + system) / SHARES
}

const cases = [1e4, 2.5e6, 50e6, 1e12].flatMap((rate) => [2, 6, 200].map((shares) => ({ rate, shares })))
/** The cases take turns, so that a busy moment does not fall on one of them alone. */
const rounds = Array.from({ length: ROUNDS }, () => cases.map(microseconds))
const measured = cases.map((one, index) => ({ ...one, us: Math.min(...rounds.map((costs) => costs[index] ?? 0)) }))
for (const { rate, shares, us } of measured)
  console.log(
    `${(rate / 1e6).toString().padStart(8)} MH/s, ${String(shares).padStart(3)} shares a report: ${us.toFixed(2)} us a share`,
  )
const costs = measured.map(({ us }) => us)
gate('the cheapest share beside the dearest', (2 * Math.min(...costs)) / Math.max(...costs), 1)
