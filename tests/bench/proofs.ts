/**
 * The proof of liabilities of 10,000 and of 100,000 users: time and processor time of one night, beside the processor time of as many bare
 * SHA-256 hashes as the tree has nodes, which tells the machine's speed; and the time of one user's branch.
 * Run: `node tests/bench/proofs.ts`. With BENCH_GATE=1 it fails over 10 s of processor time at 100,000 users.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import { publishProof } from '#service/money/proofs/publish.ts'
import { proofFileOf } from '#service/money/proofs/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { familyCpuSeconds } from './ground/processes.ts'
import { onGround } from './ground/service.ts'
import { median } from './median.ts'

const pepper = 'a pepper of this benchmark, long enough'
const MAX_CPU_SECONDS = 10
/** Users of one transfer. */
const BATCH = 1_000
const READS = 50

/** Adds users up to a number, each with a balance of USDT by a transfer of the ledger. */
async function addUsers(db: Database, before: number, users: number): Promise<void> {
  await sql`
    insert into users (id, username, name, password_hash, invite_code, created_at)
    select 'p' || n, 'p' || n || '@proof.test', 'Proof ' || n, 'none', 'P' || n, now()
    from generate_series(${before + 1}::int, ${users}::int) n`.execute(db)
  for (let from = before + 1; from <= users; from += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, index) => ({
      account: balanceAccount(`p${from + index}`),
      amount: BigInt(from + index),
    }))
    const sum = entries.reduce((total, { amount }) => total + amount, 0n)
    const transfer = {
      operation: `bench/${from}`,
      kind: 'bench',
      entries: [...entries, { account: ofPlatform('USDT', 'deposits'), amount: -sum }],
    }
    await db.transaction().execute((tx) => post(tx, [transfer], Date.now()))
  }
  await sql`analyze`.execute(db)
}

async function measure(work: () => unknown) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - started) / 1_000, cpuSeconds: (user + system) / 1e6 }
}

/** Nodes of the tree over so many leaves. */
const nodesOf = (users: number): number => 2 * 2 ** Math.ceil(Math.log2(users))

function bareHashes(count: number): void {
  const text = 'x'.repeat(150)
  for (let index = 0; index < count; index += 1) hash('sha256', text + index)
}

await onGround(async ({ db, postgresPid }) => {
  let before = 0
  for (const [index, users] of [10_000, 100_000].entries()) {
    await addUsers(db, before, users)
    before = users
    const now = Date.now()
    const day = dayAfter(dayAt(now), index - 3)
    const databaseBefore = familyCpuSeconds(postgresPid)
    const night = await measure(() => publishProof(db, { pepper, day, now }))
    const database = familyCpuSeconds(postgresPid) - databaseBefore
    const bare = await measure(() => bareHashes(nodesOf(users)))
    const reads: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const reader = { userId: `p${1 + ((read * 7919) % users)}`, username: '', pepper }
      const { seconds } = await measure(() => proofFileOf(db, reader, day))
      reads.push(seconds * 1_000)
    }
    const isHeld = night.cpuSeconds + database <= MAX_CPU_SECONDS
    console.log(
      `${String(users).padStart(7)} users: ${night.seconds.toFixed(2)} s, ${night.cpuSeconds.toFixed(2)} s of the processor and ${database.toFixed(2)} s of the database's, ` +
        `${(night.cpuSeconds / bare.cpuSeconds).toFixed(1)}x of bare hashes; a branch in ${median(reads).toFixed(1)} ms` +
        (isHeld ? '' : `  MISSED: ${MAX_CPU_SECONDS} s`),
    )
    if (!isHeld && process.env.BENCH_GATE === '1') process.exitCode = 1
  }
})
