/**
 * Calls as they come: 500 at one moment, which are all answered; then three times the rate that the service is to hold, of
 * which it answers soon what it takes in and turns away the rest at once; then that rate again, soon as before.
 * Run: `node tests/bench/overload.ts [rate=1200] [seconds=60] [after=400]`. With BENCH_GATE=1 it fails where a gate is missed.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '#lib/contract/endpoint.ts'
import { type Answered, createLetters, fire } from './ground/letters.ts'
import { residentMb } from './ground/processes.ts'
import { type Ground, onGround } from './ground/service.ts'
import { percentile } from './median.ts'

const [rate = 1200, seconds = 60, after = 400] = process.argv.slice(2).map(Number)
const AFTER_SECONDS = 15
/** Calls of one moment, which are all answered. */
const BURST = 500
/** More than the service takes in at once: whom it turns away must not wait here for a connection. */
const CONNECTIONS = 1000
const MAX_BURST_MS = 5000
const MAX_ACCEPTED_P95_MS = 1000
const MAX_REFUSED_P95_MS = 100
const MAX_LAG_P99_MS = 100
const MAX_RECOVERY_SECONDS = 5
/** In a second of the time afterwards in which the service is as it was. */
const QUIET_P95_MS = 150

await onGround(measure)

async function measure({ address, db, servicePid, output }: Ground): Promise<void> {
  const seal = await createLetters(db)
  const from = Date.now() + 30_000
  const burst = seal({ count: BURST, rate: BURST * 1000, from: Date.now() })
  const many = seal({ count: rate * seconds, rate, from })
  const usual = seal({ count: after * AFTER_SECONDS, rate: after, from: from + seconds * 1000 })
  // They stay open, as those of a balancer do.
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const atOnce = await fire(address, burst, { rate: BURST * 1000, agent })
  const pinged = ping(address)
  const during = await fire(address, many, { rate, agent })
  const lag = await pinged.stop()
  const resident = residentMb(servicePid)
  const afterwards = await fire(address, usual, { rate: after, agent })
  agent.destroy()
  const first = sort(atOnce)
  const { accepted, refused, errors } = sort(during)
  const recovered = recovery(afterwards)
  const figures: [string, string, boolean][] = [
    [
      'at one moment: answered, ms p50 / p95 / p99',
      `${first.accepted.length}, ${spread(first.accepted)}`,
      first.accepted.length === BURST && percentile(first.accepted, 1) <= MAX_BURST_MS,
    ],
    ['calls sent, a second', `${during.length}, ${rate}`, true],
    ['answered, a second', `${accepted.length}, ${(accepted.length / seconds).toFixed(0)}`, accepted.length > 0],
    ['  ms, p50 / p95 / p99', spread(accepted), percentile(accepted, 0.95) <= MAX_ACCEPTED_P95_MS],
    ['turned away', String(refused.length), true],
    ['  ms, p50 / p95 / p99', spread(refused), refused.length === 0 || percentile(refused, 0.95) <= MAX_REFUSED_P95_MS],
    ['errors', String(errors.length), errors.length === 0],
    ['health, ms, p50 / p95 / p99', spread(lag), percentile(lag, 0.99) <= MAX_LAG_P99_MS],
    ['service resident, MB', resident.toFixed(0), true],
    [`as before at ${after} a second after, s`, String(recovered), recovered <= MAX_RECOVERY_SECONDS],
  ]
  for (const [name, value, isHeld] of figures) console.log(`${name.padEnd(44)}${value}${isHeld ? '' : '   MISSED'}`)
  for (const error of new Set(errors)) console.error(error)
  if (output()) console.error(output())
  const isHeld = figures.every(([, , held]) => held)
  console.log(isHeld ? 'held' : 'MISSED')
  if (!isHeld && process.env.BENCH_GATE === '1') process.exitCode = 1
}

/** Pings the process ten times a second: the latency shows how long requests wait. */
function ping(address: string) {
  let isOver = false
  const run = async () => {
    const ms: number[] = []
    while (!isOver) {
      const sentAt = performance.now()
      await (await fetch(`${address}/healthz`)).text()
      ms.push(performance.now() - sentAt)
      await sleep(100)
    }
    return ms
  }
  const all = run()
  return {
    stop: () => {
      isOver = true
      return all
    },
  }
}

function sort(answered: readonly Answered[]) {
  const times = (is: (code: unknown) => boolean) => answered.filter(({ code }) => is(code)).map(({ ms }) => ms)
  const isError = (code: unknown) => code !== codes.ok && code !== codes.busy
  return {
    accepted: times((code) => code === codes.ok),
    refused: times((code) => code === codes.busy),
    errors: answered.filter(({ code }) => isError(code)).map(({ code }) => String(code)),
  }
}

/** Whole seconds before the first one in which every call is answered, and soon. */
function recovery(answered: readonly Answered[]): number {
  for (let second = 0; second < AFTER_SECONDS; second += 1) {
    const { accepted, refused, errors } = sort(answered.filter(({ due }) => Math.floor(due / 1000) === second))
    if (refused.length + errors.length === 0 && percentile(accepted, 0.95) <= QUIET_P95_MS) return second
  }
  return AFTER_SECONDS
}

function spread(ms: readonly number[]): string {
  return ms.length === 0 ? '-' : [0.5, 0.95, 0.99].map((share) => percentile(ms, share).toFixed(0)).join(' / ')
}
