/**
 * Small transfers beside the head of the ledger: 100 users pay one smallest unit again and again. First how many a second are
 * written at most, in batches of 1, 10, 100 and 1,000 by four writers at once. Then at a steady rate in batches of 100, how long
 * the head is held, and how long a transfer of its own, such as a withdrawal, waits for it.
 * Run: `node tests/bench/transfers.ts [rate=1000] [seconds=15]`. With BENCH_GATE=1 it fails where batches of 100 do not come to
 * the rate, over 100 ms at the 95th percentile of a transfer beside them, and when the ledger is not as it has to be.
 */

import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import { ledgerChecks, verifyMoney } from '#service/money/ledger/verify.ts'
import type { Database } from '#service/platform/db/open.ts'
import { addAccount } from './ground/accounts.ts'
import { cpuSeconds, familyCpuSeconds } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [rate = 1000, seconds = 15] = process.argv.slice(2).map(Number)
const USERS = 100
const WRITERS = 4
const STEADY_BATCH = 100
const MAX_P95_MS = 100

let paid = 0
/** Payments of the next users in turn, under names that no other has. */
function payments(userIds: readonly string[], count: number): Transfer[] {
  return Array.from({ length: count }, () => {
    paid += 1
    const from = balanceAccount(userIds[paid % USERS] ?? '')
    const entries = [
      { account: from, amount: -1n },
      { account: ofPlatform('USDT', 'orders'), amount: 1n },
    ]
    return { operation: `bench/${paid}`, kind: 'bench', entries }
  })
}

const fund = (userId: string): Transfer => ({
  operation: `bench/fund/${userId}`,
  kind: 'bench',
  entries: [
    { account: ofPlatform('USDT', 'deposits'), amount: -1_000_000_000n },
    { account: balanceAccount(userId), amount: 1_000_000_000n },
  ],
})

const write = (db: Database, transfers: readonly Transfer[]): Promise<Set<string>> =>
  db.transaction().execute((transaction) => post(transaction, transfers, Date.now()))

await onGround(measure)

async function measure({ db, postgresPid }: Ground): Promise<void> {
  const userIds: string[] = []
  for (let index = 0; index < USERS; index += 1)
    userIds.push((await addAccount(db, { name: `payer${index}`, devices: 0, difficulty: 4096 })).id)
  await write(db, userIds.map(fund))
  await atMaxLoad(db, { userIds, size: STEADY_BATCH, ms: 3000 })
  for (const size of [1, 10, 100, 1000]) {
    const before = [cpuSeconds(process.pid), familyCpuSeconds(postgresPid)]
    const { written, ms, took } = await atMaxLoad(db, { userIds, size, ms: seconds * 1000 })
    const cpu = [cpuSeconds(process.pid), familyCpuSeconds(postgresPid)].map((now, at) => now - (before[at] ?? 0))
    const reached = (written * 1000) / took
    const held = size === STEADY_BATCH ? reached >= rate : undefined
    line(`batches of ${size}, transfers a second`, reached.toFixed(0), held)
    line('  ms of a batch, p50 / p95', `${percentile(ms, 0.5).toFixed(1)} / ${percentile(ms, 0.95).toFixed(1)}`)
    line('  processor µs a transfer, here / PostgreSQL', cpu.map((s) => ((s * 1e6) / written).toFixed(0)).join(' / '))
  }
  await steady(db, userIds)
  const { breaches, transfers } = await verifyMoney(db, ledgerChecks, Date.now())
  line('transfers in the chain', String(transfers), breaches.length === 0)
  for (const breach of breaches) console.error(breach)
}

interface Load {
  userIds: readonly string[]
  size: number
  ms: number
}

/** Maximum load: each writer sends its next batch when the previous one is written. */
async function atMaxLoad(db: Database, { userIds, size, ms: durationMs }: Load) {
  const began = performance.now()
  const ms: number[] = []
  const writer = async () => {
    while (performance.now() - began < durationMs) {
      const batch = payments(userIds, size)
      const start = performance.now()
      await write(db, batch)
      ms.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return { written: ms.length * size, ms, took: performance.now() - began }
}

/** Batches at their own moments, whether or not earlier ones are written, and one transfer after the other beside them. */
async function steady(db: Database, userIds: readonly string[]): Promise<void> {
  const began = performance.now()
  const every = (STEADY_BATCH * 1000) / rate
  const count = Math.round((rate * seconds) / STEADY_BATCH)
  const [batches, singles]: [number[], number[]] = [[], []]
  const batch = async (index: number) => {
    const due = began + index * every
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    await write(db, payments(userIds, STEADY_BATCH))
    batches.push(performance.now() - due)
  }
  const single = async () => {
    while (performance.now() - began < seconds * 1000) {
      const start = performance.now()
      await write(db, payments(userIds, 1))
      singles.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await Promise.all([single(), ...Array.from({ length: count }, (_, index) => batch(index))])
  const at = (ms: number[]) => [0.5, 0.95, 0.99].map((share) => percentile(ms, share).toFixed(1)).join(' / ')
  line(`${rate} a second, ms of a batch, p50 / p95 / p99`, at(batches))
  line('  ms of a transfer beside them', at(singles), percentile(singles, 0.95) <= MAX_P95_MS)
}

function line(name: string, value: string, held?: boolean): void {
  const verdict = held === undefined ? '' : held ? 'held' : 'MISSED'
  console.log(`${name.padEnd(48)}${value.padEnd(24)}${verdict}`.trimEnd())
  if (held === false && process.env.BENCH_GATE === '1') process.exitCode = 1
}
