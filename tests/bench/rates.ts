/**
 * Reports of 1,000 devices of each hash rate: shares a report once the difficulty has settled, and the processor time of service and
 * PostgreSQL for a report and for a share. Run: `node tests/bench/rates.ts [devices=1000] [checkout]`; `checkout` is the folder of another
 * commit with `node_modules`, whose service is measured beside this one. The service is a process of its own with its embedded PostgreSQL,
 * by a clock that the benchmark sets: eleven minutes to settle, then two that are measured. Devices find shares at random, at the
 * difficulty that the service sets, and send them by HTTP when a miner would; the service hashes and compares each, then accepts it,
 * because nobody finds real shares of 5 GH/s in a benchmark. With BENCH_GATE=1 it fails where a rate does not settle at 2 to 6 shares a
 * report, a share of one rate costs twice as much as one of another, or anything is refused. Linux only.
 */
import { REPORT_SECONDS } from '#lib/rules/devices.ts'
import { firstDifficulty } from '#service/compute/devices/rules.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'
import { createChance, SimulatedDevice } from '#world/simulated-device.ts'
import { root } from '../../scripts/lib/setup.mjs'
import { addAccount, type BenchDevice } from './ground/accounts.ts'
import { ask } from './ground/fleet.ts'
import { cpuSeconds, familyCpuSeconds } from './ground/processes.ts'
import { type SimulatedGround, startSimulatedGround } from './ground/simulated.ts'
import { gate, percentile } from './median.ts'

const [count = '1000', other] = process.argv.slice(2)
const deviceCount = Number(count)
const EACH_ACCOUNT = 100
const TICK_MS = 1_000
/** Longer than the window of a rate: the many shares of the first minute have left it. */
const SETTLE_MS = 660_000
const MEASURE_MS = 120_000
const AT_ONCE = 16

interface Miner extends BenchDevice {
  device: SimulatedDevice
  sequence: number
}

interface Case {
  name: string
  checkout: string
  rate: number
  /** Whether devices send settings and measurements, as miners do since 1.2. */
  isTold: boolean
}

interface Sums {
  reports: number
  shares: number
  refused: number
}

interface Measured extends Sums {
  serviceSeconds: number
  postgresSeconds: number
  /** Shares between two reports on average, at the last difficulty of each device. */
  expected: number[]
}

/** Runs `act` for each, a few at once. */
async function forEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await act(item)
    }),
  )
}

async function report(address: string, miner: Miner, isTold: boolean): Promise<Pick<Sums, 'shares' | 'refused'>> {
  const shares = miner.device.takeShares().map(({ workId, nonce }) => ({ workId, nonce }))
  miner.sequence += 1
  const sensors = { celsius: 50 + (miner.sequence % 9), watts: 90, utilisation: 97 }
  const { code, data } = await ask(address, '/agent/report', miner.token, {
    ...{ sequence: miner.sequence, shares, state: 'mining', gpuCount: 0, version: '1.2.0' },
    ...(isTold && { settings: defaultSettings(), sensors }),
  })
  if (code !== 0) throw new Error(`a report was refused with ${code}`)
  miner.device.follow(data.work)
  return { shares: data.accepted, refused: data.refused.length }
}

async function addDevices({ db }: SimulatedGround): Promise<BenchDevice[]> {
  const devices: BenchDevice[] = []
  while (devices.length < deviceCount) {
    const size = Math.min(EACH_ACCOUNT, deviceCount - devices.length)
    const name = `u${devices.length}`
    devices.push(...(await addAccount(db, { name, devices: size, difficulty: firstDifficulty })).devices)
  }
  return devices
}

/** Devices that start one after the other, within the time between two reports. */
class Simulation {
  readonly #ground: SimulatedGround
  readonly #case: Case
  readonly #devices: readonly BenchDevice[]
  readonly #begin = Date.now()
  readonly #miners: Miner[] = []

  constructor(ground: SimulatedGround, of: Case, devices: readonly BenchDevice[]) {
    this.#ground = ground
    this.#case = of
    this.#devices = devices
  }

  /** Runs from one time after the begin to another. */
  async run(fromMs: number, untilMs: number): Promise<Sums> {
    const sums = { reports: 0, shares: 0, refused: 0 }
    for (let ms = fromMs; ms < untilMs; ms += TICK_MS) {
      const now = this.#begin + ms
      await this.#ground.goTo(now)
      await forEach(this.#startingAt(ms), (index) => this.#start(index, now))
      const due = this.#miners.filter(({ device }) => device.mineUntil(now))
      await forEach(due, async (miner) => {
        const { shares, refused } = await report(this.#ground.address, miner, this.#case.isTold)
        sums.reports += 1
        sums.shares += shares
        sums.refused += refused
      })
    }
    return sums
  }

  expectedShares(): number[] {
    return this.#miners.map(({ device }) => device.expectedShares())
  }

  #startingAt(ms: number): number[] {
    const startOf = (index: number) => Math.floor((index * REPORT_SECONDS) / this.#devices.length) * 1000
    return [...this.#devices.keys()].filter((index) => startOf(index) === ms)
  }

  async #start(index: number, now: number): Promise<void> {
    const one = this.#devices[index] as BenchDevice
    const { data } = await ask(this.#ground.address, '/agent/work', one.token, {})
    const { rate } = this.#case
    const device = new SimulatedDevice({ rate, work: data.work, now, random: createChance(index + 1) })
    this.#miners.push({ ...one, device, sequence: 0 })
  }
}

async function measure(ground: SimulatedGround, one: Case): Promise<Measured> {
  const simulation = new Simulation(ground, one, await addDevices(ground))
  const { refused } = await simulation.run(0, SETTLE_MS)
  const cpu = () => [cpuSeconds(ground.servicePid), familyCpuSeconds(ground.postgresPid)] as const
  const before = cpu()
  const sums = await simulation.run(SETTLE_MS, SETTLE_MS + MEASURE_MS)
  const after = cpu()
  return {
    ...sums,
    refused: sums.refused + refused,
    serviceSeconds: after[0] - before[0],
    postgresSeconds: after[1] - before[1],
    expected: simulation.expectedShares(),
  }
}

async function measureCase(one: Case): Promise<Measured> {
  const ground = await startSimulatedGround(one.checkout)
  try {
    return await measure(ground, one)
  } finally {
    if (ground.output()) console.error(ground.output())
    await ground.close()
  }
}

const cases: Case[] = [
  ...[1e6, 50e6, 5e9].map((rate) => ({ name: 'this', checkout: root, rate, isTold: true })),
  // Miners before 1.2 send neither settings nor measurements, and older services know none.
  ...(other
    ? [
        { name: 'this, miner 1.1', checkout: root, rate: 50e6, isTold: false },
        { name: 'other, miner 1.1', checkout: other, rate: 50e6, isTold: false },
      ]
    : []),
]

const columns = [
  'service',
  'MH/s',
  'shares a report',
  'expected p5-p95',
  'in 2-6',
  'report: Node',
  'PostgreSQL',
  'share: Node',
  'PostgreSQL',
]
const widths = columns.map((column) => Math.max(column.length + 2, 12))
const print = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join(''))

const costs: number[] = []
const means: number[] = []
let refused = 0
console.log(`${deviceCount} devices each; milliseconds of processor time`)
print(columns)
for (const one of cases) {
  const found = await measureCase(one)
  const ms = (seconds: number, by: number) => ((seconds * 1000) / by).toFixed(2)
  const { reports, shares, expected, serviceSeconds, postgresSeconds } = found
  print([
    ...[one.name, one.rate / 1e6, (shares / reports).toFixed(2)],
    `${percentile(expected, 0.05).toFixed(1)}-${percentile(expected, 0.95).toFixed(1)}`,
    `${((expected.filter((each) => each >= 2 && each <= 6).length * 100) / expected.length).toFixed(1)} %`,
    ...[ms(serviceSeconds, reports), ms(postgresSeconds, reports)],
    ...[ms(serviceSeconds, shares), ms(postgresSeconds, shares)],
  ])
  refused += found.refused
  means.push(shares / reports)
  if (one.isTold) costs.push((serviceSeconds + postgresSeconds) / shares)
}
gate('the cheapest share beside the dearest', (2 * Math.min(...costs)) / Math.max(...costs), 1)
gate('2 shares a report', Math.min(...means) / 2, 1)
gate('6 shares a report', 6 / Math.max(...means), 1)
if (refused > 0) throw new Error(`${refused} shares were refused`)
