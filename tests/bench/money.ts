/**
 * The ledger at 100,000 users and 1,000,000 entries: how long the service takes to settle the days that they come from and
 * to free them, how long verify-money takes, and the sealed calls of earnings one after the other, which have to answer by indexes alone.
 * Run: `node tests/bench/money.ts [users=100000] [days=3]`. With BENCH_GATE=1 it fails over 30 s of verifying, over 100 ms
 * at the 95th percentile of the overview or 150 ms of a list, and when a call reads a table that grows from end to end.
 */
import { sql } from 'kysely'
import { earningList } from '#lib/contract/earning-list.ts'
import { dailyIncome, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { addAccount } from './ground/accounts.ts'
import { fillMoney } from './ground/money.ts'
import { type Ground, onGround } from './ground/service.ts'
import { fillTables } from './ground/volume.ts'
import { percentile } from './median.ts'

const [users = 100_000, days = 3] = process.argv.slice(2).map(Number)
const READERS = 20
const ROUNDS = 15
const VERIFY_S = 30
const growing = ['earnings', 'entries', 'transfers', 'ledger_accounts', 'devices', 'device_hours', 'users']

await onGround(measure)

async function measure(ground: Ground): Promise<void> {
  const { db, visitor } = ground
  await fillTables(db, { users, devices: Math.min(users, 14_000) })
  const readers = []
  for (let index = 0; index < READERS; index += 1)
    readers.push(await addAccount(db, { name: `reader${index}`, devices: 5, difficulty: 4096 }))
  const userIds = (await db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id)
  const seconds = await fillMoney(db, { userIds, days, now: Date.now() })

  // Reads of the filling are counted only after its connections have been idle for ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const reads = {
    overview: { maxMs: 100, ask: (token: string) => visitor(token).call(earningsOverview, {}) },
    list: { maxMs: 150, ask: (token: string) => visitor(token).call(earningList, { page: 1 }) },
    days: { maxMs: 150, ask: (token: string) => visitor(token).call(earningsByDay, { page: 1, sortField: 'amount' }) },
    range: {
      maxMs: 150,
      ask: (token: string) => visitor(token).call(dailyIncome, { startDate: day(14), endDate: day(0) }),
    },
  }
  for (const [name, { maxMs, ask }] of Object.entries(reads)) {
    const ms: number[] = []
    const before = await scans(ground)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { token } of readers) {
        const start = performance.now()
        await ask(token)
        if (round > 0) ms.push(performance.now() - start)
      }
    const [p50, p95] = [percentile(ms, 0.5), percentile(ms, 0.95)]
    line(`${name}, ms p50 / p95 with sealing`, `${p50.toFixed(1)} / ${p95.toFixed(1)}`, p95 <= maxMs)
    const after = await scans(ground)
    const scanned = growing.filter((table) => (after.get(table) ?? 0) > (before.get(table) ?? 0))
    if (scanned.length > 0) line(`${name} reads from end to end`, scanned.join(', '), false)
  }

  const began = performance.now()
  const { breaches, transfers, entries } = await verifyMoney(db, moneyChecks, Date.now())
  const verifying = (performance.now() - began) / 1000
  line('users, transfers, entries', `${userIds.length}, ${transfers}, ${entries}`)
  line('settling / freeing, s', `${seconds.settling.toFixed(1)} / ${seconds.freeing.toFixed(1)}`)
  line('transfers written, a second', (transfers / (seconds.settling + seconds.freeing)).toFixed(0))
  line('verify-money, s', verifying.toFixed(1), breaches.length === 0 && verifying <= VERIFY_S)
  for (const breach of breaches) console.error(breach)
}

/** How often each table was read sequentially, as PostgreSQL counts; its counters come a second late. */
async function scans({ db }: Ground): Promise<Map<string, number>> {
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const { rows } = await sql<{ relname: string; seq_scan: string }>`
    select relname, seq_scan from pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}

function line(name: string, value: string, held?: boolean): void {
  const verdict = held === undefined ? '' : held ? 'held' : 'MISSED'
  console.log(`${name.padEnd(40)}${value.padEnd(28)}${verdict}`.trimEnd())
  if (held === false && process.env.BENCH_GATE === '1') process.exitCode = 1
}
