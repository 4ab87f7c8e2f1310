/**
 * Transfers of callers that each wait for their own answer: each in a transaction of its own, as before, and sharing transactions, in turn in
 * one run.
 * Run: `node tests/bench/singles.ts [seconds=4] [rounds=3]`. With BENCH_GATE=1 it fails under 2,000 transfers a second or over 100 ms at the 95th
 * percentile with 64 callers, and when the money is not as it has to be.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balanceChecks } from '#service/money/balance/checks.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Poster } from '#service/money/ledger/poster.ts'
import { ledgerChecks, verifyMoney } from '#service/money/ledger/verify.ts'
import { readConfig } from '#service/platform/config.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { startService } from '#service/start.ts'
import { privateKey } from '#world/sm2-vectors.ts'
import { addAccount } from './ground/accounts.ts'
import { median, percentile } from './median.ts'

const [seconds = 4, rounds = 3] = process.argv.slice(2).map(Number)
const CALLERS = [1, 2, 12, 64, 256]
const USERS = Math.max(...CALLERS)
const GATED_CALLERS = 64
const MIN_RATE = 2_000
const MAX_P95_MS = 100
/** Smallest units of USDT: more than a run spends. */
const FUNDS = 10n ** 15n

/** As before: each work in a transaction of its own. */
const createLonePoster = (db: Database): Poster => ({
  run: ({ prepare }) =>
    db.transaction().execute(async (transaction) => {
      const { answer, transfers, now } = await prepare(transaction)
      if (transfers.length > 0) await post(transaction, transfers, now)
      return answer
    }),
})

async function measure(ctx: Context): Promise<void> {
  const { db } = ctx
  const userIds: string[] = []
  for (let index = 0; index < USERS; index += 1)
    userIds.push((await addAccount(db, { name: `caller${index}`, devices: 0, difficulty: 4096 })).id)
  await db.transaction().execute((transaction) => post(transaction, userIds.map(fund), Date.now()))
  const lone: Context = { ...ctx, poster: createLonePoster(db) }

  for (const callers of CALLERS) {
    const { rate, p95, ratio } = await compare(`transfers, ${callers} callers`, {
      before: lone,
      after: ctx,
      callers,
      userIds,
      call: pay,
    })
    if (callers === GATED_CALLERS) {
      line('  transfers a second', rate.toFixed(0), rate >= MIN_RATE)
      line('  ms at the 95th percentile', p95.toFixed(1), p95 <= MAX_P95_MS)
    }
    if (callers === 1) line('  of the rate before', ratio.toFixed(2), ratio >= 0.9)
  }
  const { breaches, transfers } = await verifyMoney(db, [...ledgerChecks, ...balanceChecks], Date.now())
  line('transfers in the chain', String(transfers), breaches.length === 0)
  for (const breach of breaches) console.error(breach)
}

const fund = (userId: string): Transfer => ({
  operation: `bench/fund/${userId}`,
  kind: 'bench',
  entries: [
    { account: ofPlatform('USDT', 'deposits'), amount: -FUNDS },
    { account: balanceAccount(userId), amount: FUNDS },
  ],
})

let paid = 0
async function pay({ poster }: Context, userId: string): Promise<void> {
  paid += 1
  const entries = [
    { account: balanceAccount(userId), amount: -1n },
    { account: ofPlatform('USDT', 'orders'), amount: 1n },
  ]
  const transfers = [{ operation: `bench/${paid}`, kind: 'bench', entries }]
  await poster.run({ prepare: async () => ({ answer: undefined, transfers, now: Date.now() }) })
}

interface Comparison {
  before: Context
  after: Context
  callers: number
  userIds: readonly string[]
  call(ctx: Context, userId: string): Promise<void>
}

/** Medians of all rounds; the first fills the caches. */
async function compare(name: string, of: Comparison) {
  const [old, fresh]: [Load[], Load[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const [was, is] = [await load(of.before, of), await load(of.after, of)]
    if (round === 0) continue
    old.push(was)
    fresh.push(is)
  }
  const middle = (loads: readonly Load[], figure: keyof Load) => median(loads.map((one) => one[figure]))
  const ratio = median(fresh.map(({ rate }, index) => rate / (old[index]?.rate ?? Number.NaN)))
  const [rate, p95] = [middle(fresh, 'rate'), middle(fresh, 'p95')]
  line(`${name}, a second`, `${middle(old, 'rate').toFixed(0)} -> ${rate.toFixed(0)} (${ratio.toFixed(1)}x)`)
  line('  ms p50 / p95', `${pair(middle(old, 'p50'), middle(old, 'p95'))} -> ${pair(middle(fresh, 'p50'), p95)}`)
  return { rate, p95, ratio }
}

const pair = (p50: number, p95: number) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`

interface Load {
  rate: number
  p50: number
  p95: number
}

/** Each caller asks again when it is answered. */
async function load(ctx: Context, { callers, userIds, call }: Comparison): Promise<Load> {
  const ms: number[] = []
  const began = performance.now()
  const caller = async (userId: string) => {
    while (performance.now() - began < seconds * 1000) {
      const start = performance.now()
      await call(ctx, userId)
      ms.push(performance.now() - start)
    }
  }
  await Promise.all(userIds.slice(0, callers).map(caller))
  const rate = (ms.length * 1000) / (performance.now() - began)
  return { rate, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) }
}

function line(name: string, value: string, held?: boolean): void {
  const verdict = held === undefined ? '' : held ? 'held' : 'MISSED'
  console.log(`${name.padEnd(36)}${value.padEnd(40)}${verdict}`.trimEnd())
  if (held === false && process.env.BENCH_GATE === '1') process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
// As root the database server runs as another user, who has to be able to enter the folder.
chmodSync(folder, 0o755)
const settings = {
  ...{ NODE_ENV: 'test', PORT: '0', MAILBOX_PORT: '0', LIMITS: 'test', LOG_LEVEL: 'error', ROLES: 'api' },
  ...{ DATA_DIR: folder, SITE_DIR: folder, SM2_PRIVATE_KEY: privateKey },
}
const service = await startService(readConfig(settings))
try {
  await measure(service.ctx)
} finally {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
