/**
 * Calls as they come, most of them sealed, against the real service at a steady rate, on tables of 100,000 users and 1,000,000 rows.
 * Run: `node tests/bench/calls.ts [rate=400] [seconds=30]`. Envelopes are sealed before the clock starts, because the
 * generator shares the machine; each is sent once, at its own moment, whether or not earlier ones have been answered.
 * With BENCH_GATE=1 it fails on any error, a 95th percentile above 150 ms or a 99th above 400.
 */
import { Agent } from 'node:http'
import { createLetters, fire } from './ground/letters.ts'
import { cpuSeconds, familyCpuSeconds, residentMb } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [rate = 400, seconds = 30] = process.argv.slice(2).map(Number)
/** Sent before what counts: a compiler that is still at work belongs to the start. */
const WARM_UP_SECONDS = 10
const MAX_P95_MS = 150
const MAX_P99_MS = 400

await onGround(measure)

async function measure({ address, db, servicePid, postgresPid, output }: Ground): Promise<void> {
  // Sealing takes its time, and a letter is good for five minutes.
  const seal = await createLetters(db)
  const letters = seal({ count: rate * (seconds + WARM_UP_SECONDS), rate, from: Date.now() + 60_000 })
  const cpu = () => [cpuSeconds(servicePid), familyCpuSeconds(postgresPid), cpuSeconds(process.pid)]
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  await fire(address, letters.splice(0, rate * WARM_UP_SECONDS), { rate, agent })
  const before = cpu()
  const answered = await fire(address, letters, { rate, agent })
  agent.destroy()
  const [service, postgres, generator] = cpu().map((value, index) => (value - (before[index] ?? 0)).toFixed(1))
  const ms = answered.filter(({ code }) => code === 0).map((one) => one.ms)
  const errors = answered.filter(({ code }) => code !== 0).map(({ code }) => String(code))
  const at = (share: number) => percentile(ms, share).toFixed(1)
  const lines = [
    ['calls sent, a second', `${answered.length}, ${rate}`],
    ['errors', errors.length],
    ['ms, p50 / p95 / p99', `${at(0.5)} / ${at(0.95)} / ${at(0.99)}`],
    ['CPU s, service / PostgreSQL / generator', `${service} / ${postgres} / ${generator}`],
    ['service resident, MB', residentMb(servicePid).toFixed(0)],
  ]
  for (const [name, value] of lines) console.log(`${String(name).padEnd(44)}${value}`)
  for (const error of new Set(errors)) console.error(error)
  if (output()) console.error(output())
  const held = errors.length === 0 && percentile(ms, 0.95) <= MAX_P95_MS && percentile(ms, 0.99) <= MAX_P99_MS
  console.log(held ? 'held' : 'MISSED')
  if (!held && process.env.BENCH_GATE === '1') process.exitCode = 1
}
