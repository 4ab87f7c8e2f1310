/**
 * Reports of many devices against the real service, a process of its own with its embedded PostgreSQL as `npm start`
 * runs it (nothing traded for speed but `LIMITS=test`). Run: `node tests/bench/agents.ts [devices=1000] [seconds=120]`.
 * Accounts, sessions and bound devices are written straight into the database, as registering and binding leave them;
 * everything after that is HTTP. In the first 30 s the miners take their work; then each reports every 30 s, spread
 * evenly, on a new connection each time, three real shares a report at a difficulty of 256. With BENCH_GATE=1 it fails
 * on any error or refusal, any share lost or counted twice, any device not online, or a 95th percentile above 150 ms.
 * Figures of processor and memory come from /proc: Linux only.
 */
import { sql } from 'kysely'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { type Account, addAccount } from './ground/accounts.ts'
import { createFleet, type Tally } from './ground/fleet.ts'
import { cpuSeconds, familyCpuSeconds, residentMb } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [deviceCount = 1000, seconds = 120] = process.argv.slice(2).map(Number)
const MAX_P95_MS = 150
const EACH_ACCOUNT = 100
const DIFFICULTY = 256

await onGround(measure)

async function measure(ground: Ground): Promise<void> {
  const { address, db, servicePid, postgresPid, output, visitor } = ground
  const accounts: Account[] = []
  for (let left = deviceCount; left > 0; left -= EACH_ACCOUNT)
    accounts.push(
      await addAccount(db, { name: `u${left}`, devices: Math.min(left, EACH_ACCOUNT), difficulty: DIFFICULTY }),
    )
  const fleet = createFleet(
    address,
    accounts.flatMap(({ devices }) => devices),
  )
  await fleet.start()
  const cpu = () => [cpuSeconds(servicePid), familyCpuSeconds(postgresPid), cpuSeconds(process.pid)]
  const before = cpu()
  const tally = await fleet.run(Math.floor((seconds * deviceCount) / REPORT_SECONDS))
  const used = cpu().map((value, index) => value - (before[index] ?? 0))
  const counted = await countShares(ground)
  const online = await Promise.all(
    accounts.map(async ({ token }) => (await visitor(token).call(machineStatistics, {})).online),
  )
  const sums = { counted, online: online.reduce((sum, one) => sum + one, 0) }
  print(tally, used, { ...sums, memory: residentMb(servicePid) })
  for (const error of new Set(tally.errors)) console.error(error)
  if (output()) console.error(output())
  judge(tally, sums)
}

/** Shares as the service has kept them in its three places, which must agree. */
async function countShares({ db }: Ground): Promise<number[]> {
  const { rows } = await sql<{ shares: number; hours: number; totals: number }>`
    select (select count(*) from shares)::int as shares,
      (select coalesce(sum(accepted), 0) from device_hours)::int as hours,
      (select coalesce(sum(work), 0) / ${DIFFICULTY} from device_totals)::int as totals`.execute(db)
  return Object.values(rows[0] ?? {})
}

interface Found {
  counted: readonly number[]
  online: number
}

function print(tally: Tally, used: readonly number[], found: Found & { memory: number }): void {
  const ms = (share: number) => percentile(tally.ms, share).toFixed(1)
  const [service, postgres, generator] = used.map((one) => one.toFixed(1))
  const lines = [
    ['devices, seconds', `${deviceCount}, ${seconds}`],
    ['reports sent', tally.sent],
    ['accepted', tally.accepted],
    ['refused', tally.refused],
    ['errors', tally.errors.length],
    ['shares sent', tally.sharesSent],
    ['shares counted (answers; rows, hours, totals)', `${tally.sharesAccepted}; ${found.counted.join(', ')}`],
    ['report ms, p50 / p95 / p99', `${ms(0.5)} / ${ms(0.95)} / ${ms(0.99)}`],
    ['generator at worst late, ms', tally.worstLateMs.toFixed(1)],
    ['CPU s, service / PostgreSQL / generator', `${service} / ${postgres} / ${generator}`],
    ['service resident, MB', found.memory.toFixed(0)],
    ['devices online at the end', `${found.online} of ${deviceCount}`],
  ]
  for (const [name, value] of lines) console.log(`${String(name).padEnd(48)}${value}`)
}

function judge(tally: Tally, { counted, online }: Found): void {
  const p95 = percentile(tally.ms, 0.95)
  const broken = [
    tally.errors.length > 0 && 'errors',
    tally.refused > 0 && 'refused reports',
    [tally.sharesAccepted, ...counted].some((count) => count !== tally.sharesSent) && 'shares lost or counted twice',
    online !== deviceCount && 'devices not online',
    !(p95 <= MAX_P95_MS) && `a 95th percentile above ${MAX_P95_MS} ms`,
  ].filter((one) => one !== false)
  console.log(broken.length === 0 ? 'held' : `MISSED: ${broken.join(', ')}`)
  if (broken.length > 0 && process.env.BENCH_GATE === '1') process.exitCode = 1
}
