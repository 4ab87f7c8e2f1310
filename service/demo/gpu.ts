import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Insertable } from 'kysely'
import { toUnits } from '#lib/money/coins.ts'
import type { ImageName } from '#lib/rules/gpu.ts'
import type { Context } from '#service/platform/context.ts'
import { insertHistory, machineIds } from '#service/rental/history.ts'
import type { GpuTable } from '#service/rental/tables.ts'
import { fixedChance } from './chance.ts'
import { ownMachineToken } from './own-machines.ts'

const HOUR = 3_600_000
const DAYS = 14

interface Kind {
  model: string
  gib: number
  count: number
  cpu: string
  cores: number
  ram: number
  region: string
  price: string
  images: ImageName[]
}

const all: ImageName[] = ['ubuntu', 'cuda', 'pytorch']
const kinds: readonly Kind[] = [
  { model: 'GeForce RTX 3060', gib: 12, count: 1, cpu: 'Ryzen 5 5600', cores: 12, ram: 32, region: 'Warsaw', price: '0.09', images: all },
  { model: 'GeForce RTX 3090', gib: 24, count: 1, cpu: 'Ryzen 9 5950X', cores: 32, ram: 64, region: 'Frankfurt', price: '0.21', images: all },
  { model: 'GeForce RTX 3090', gib: 24, count: 4, cpu: 'EPYC 7402P', cores: 48, ram: 256, region: 'Helsinki', price: '0.8', images: all },
  { model: 'GeForce RTX 4070 Ti', gib: 12, count: 1, cpu: 'Core i7-13700K', cores: 24, ram: 64, region: 'Lisbon', price: '0.19', images: all },
  { model: 'GeForce RTX 4090', gib: 24, count: 1, cpu: 'Ryzen 9 7950X', cores: 32, ram: 128, region: 'Frankfurt', price: '0.38', images: all },
  { model: 'GeForce RTX 4090', gib: 24, count: 2, cpu: 'EPYC 9354', cores: 64, ram: 256, region: 'Singapore', price: '0.74', images: all },
  { model: 'GeForce RTX 4090', gib: 24, count: 8, cpu: 'EPYC 9654', cores: 192, ram: 768, region: 'Hong Kong', price: '2.9', images: all },
  { model: 'GeForce RTX 5090', gib: 32, count: 1, cpu: 'Ryzen 9 9950X', cores: 32, ram: 128, region: 'Singapore', price: '0.62', images: all },
  { model: 'RTX A6000', gib: 48, count: 2, cpu: 'Xeon Gold 6338', cores: 64, ram: 512, region: 'Toronto', price: '0.98', images: all },
  { model: 'L40S', gib: 48, count: 4, cpu: 'Xeon Platinum 8462Y', cores: 128, ram: 1024, region: 'Dallas', price: '3.1', images: all },
  { model: 'A100 80GB', gib: 80, count: 4, cpu: 'EPYC 7763', cores: 128, ram: 1024, region: 'Helsinki', price: '4.6', images: all },
  { model: 'H100 80GB', gib: 80, count: 8, cpu: 'Xeon Platinum 8480C', cores: 224, ram: 2048, region: 'Dallas', price: '17.2', images: all },
] // biome-ignore format: a table of values reads better in rows

type NewMachine = Insertable<GpuTable>

const unseen = {
  ...{
    owner_id: null,
    address: null,
    host_key: null,
    driver: null,
    version: null,
    benchmark_at: null,
    last_seen_at: null,
  },
} as const

/** Simulated offers for the list, which cannot be rented. */
function simulated(now: number): NewMachine[] {
  return kinds.map((kind, index) => {
    const chance = fixedChance('machine', index)
    const uptime = 9_700 + Math.floor(300 * chance)
    const ended = 4 + Math.floor(40 * fixedChance('ended', index))
    const failed = index % 4 === 0 ? 1 : 0
    return {
      ...unseen,
      id: `demo-${kind.model.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}`,
      simulated: true,
      paused: index === 3,
      token_hash: null,
      model: kind.model,
      memory_mib: kind.gib * 1024,
      count: kind.count,
      cpu: kind.cpu,
      cores: kind.cores,
      ram_mib: kind.ram * 1024,
      disk_gib: 200 + 100 * Math.floor(18 * chance),
      network_mbps: chance > 0.5 ? 10_000 : 1_000,
      region: kind.region,
      reach: 'internet',
      images: kind.images,
      price: toUnits(kind.price, 'USDT'),
      share: 7000,
      longest_hours: chance > 0.6 ? 2160 : 720,
      added_at: new Date(now - DAYS * 24 * HOUR),
      ...{ uptime, ended, failed, reliability: Math.floor((uptime * (ended - failed + 2)) / (ended + 2)) },
    } satisfies NewMachine
  })
}

/** Adds a simulated machine with past online hours, a few gaps and an older price. */
async function addWithPast({ db }: Context, machine: NewMachine, now: number): Promise<void> {
  const first = Math.floor(now / HOUR) - DAYS * 24
  const rows = Array.from({ length: DAYS * 24 }, (_, hour) => ({
    gpu_id: machine.id,
    hour: new Date((first + hour) * HOUR),
    seconds: fixedChance(machine.id, hour) < 0.03 ? 1200 : 3600,
  }))
  const before = { gpu_id: machine.id, since: machine.added_at as Date, price: (machine.price * 11n) / 10n }
  const since = new Date(now - 5 * 24 * HOUR)
  const prices = [before, { gpu_id: machine.id, since, price: machine.price }]
  await insertHistory(db, { machine, hours: rows, prices })
}

async function fill(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const known = await machineIds(ctx.db)
  for (const machine of simulated(now).filter(({ id }) => !known.has(id))) await addWithPast(ctx, machine, now)
}

/** Lists the machines of the demo, and starts the host program of the real one. */
export async function startDemoHost(ctx: Context): Promise<{ stop(): void }> {
  await fill(ctx)
  const token = await ownMachineToken(ctx)
  const { config } = ctx
  // A rental can be entered only by the gateway.
  if (token === undefined || !config.gateway || config.port === 0 || process.platform !== 'linux')
    return { stop: () => undefined }
  const program = fileURLToPath(new URL('../programs/host/main.ts', import.meta.url))
  const service = `http://127.0.0.1:${config.port}`
  const args = [program, '--service', service, '--data', path.resolve(config.dataDir, 'host'), '--driver', 'process']
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, IDLEFORGE_HOST_TOKEN: token, IDLEFORGE_HOST_TIED: '1' },
  })
  child.on('error', (error) => ctx.log.warn({ err: error }, 'demo host did not start: no real machine can be rented'))
  return { stop: () => void child.kill('SIGTERM') }
}
