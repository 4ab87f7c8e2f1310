import { type ImageName, imageNames } from '#lib/rules/gpu.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import {
  decimalBy,
  flag,
  line,
  parsed,
  required,
  text,
  usdt,
  whole,
  withDefault,
} from '#service/platform/operator/fields.ts'
import type { InputOf } from '#service/platform/operator/input.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import type { NewMachine } from './machine-changes.ts'

const short = (parts: { label: string; hint: string }) => required(line({ ...parts, maxLength: 60 }))
const MAX_MIB = 100_000_000

export const images = parsed(
  { value: 'LIST', label: 'Images', hint: 'what it offers, for example plain,pytorch (default plain)' },
  (typed): ImageName[] | undefined => {
    const names = typed.split(',').map((name) => name.trim())
    const known = names.filter((name): name is ImageName => imageNames.some((one) => one === name))
    return known.length === names.length ? [...new Set(known)] : undefined
  },
  ({ option }) => phrase`${option} is a list of ${imageNames.join(', ')}.`,
)

/** In basis points. */
export const share = withDefault(
  decimalBy(
    {
      value: 'PERCENT',
      label: "The owner's share in percent",
      hint: "the owner's share of each hour, at most 2 decimals (default 70)",
    },
    (digits) => {
      const [, percent, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(digits) ?? []
      const basisPoints = Number(`${percent ?? 'x'}${fraction.padEnd(2, '0')}`)
      return Number.isInteger(basisPoints) && basisPoints <= 10_000 ? basisPoints : undefined
    },
    'is a number from 0 to 100 with at most 2 decimals.',
  ),
  7_000,
)

export const longest = withDefault(
  whole({
    min: 1,
    max: 8760,
    value: 'HOURS',
    label: 'Longest rental in hours',
    hint: 'longest rental, 1 to 8760 (default 720)',
  }),
  720,
)

const address = parsed(
  { value: 'HOST:PORT', label: 'Address', hint: 'where renters reach it, in place of the gateway' },
  (typed) => {
    const port = Number(/^[A-Za-z0-9.-]{1,253}:(\d{1,5})$/.exec(typed)?.[1])
    return port >= 1 && port <= 65_535 ? typed : undefined
  },
  ({ option }) => phrase`${option} is a name and a port, for example gpu1.example.com:2222.`,
)

export const machineFields = {
  machine: required(
    parsed(
      { value: 'ID', label: 'Machine', hint: 'which one; add: its short name, for example hall-4090-1', maxLength: 40 },
      (typed) => (/^[a-z0-9][a-z0-9-]{1,39}$/.test(typed) ? typed : undefined),
      ({ option }) => phrase`${option} is a short name in small letters, digits and hyphens, for example hall-4090-1.`,
    ),
  ),
  model: short({
    label: 'Model',
    hint: 'the GPU as its driver names it, for example "GeForce RTX 4090", or the processor of a machine without one',
  }),
  memory: whole({ min: 1, max: 1_048_576, value: 'MIB', label: 'Memory of one GPU in MiB', hint: 'of one GPU' }),
  count: withDefault(
    whole({ min: 0, max: 64, label: 'GPUs', hint: 'GPUs, 0 for a machine without one (default 0)' }),
    0,
  ),
  cpu: short({ label: 'Processor', hint: 'its processor' }),
  cores: required(whole({ min: 1, max: 4096, label: 'Threads', hint: 'threads of the processor' })),
  ram: required(whole({ min: 1, max: MAX_MIB, value: 'MIB', label: 'Memory in MiB', hint: 'its memory' })),
  disk: required(whole({ min: 1, max: 10_000_000, value: 'GIB', label: 'Disk in GiB', hint: 'its disk' })),
  network: withDefault(
    whole({ min: 1, max: 10_000_000, value: 'MBPS', label: 'Network in Mbit/s', hint: 'its network (default 100)' }),
    100,
  ),
  region: short({ label: 'Region', hint: 'place of the machine, for example Frankfurt' }),
  isolated: flag({ label: 'Without the internet', hint: 'programs on it do not reach the internet' }),
  images,
  price: required(usdt({ label: 'USDT an hour', hint: 'an hour, of the whole machine' }, '0.35')),
  longest,
  owner: text({ value: 'EMAIL', label: 'Owner', hint: 'its owner, who earns from it (default nobody)' }),
  share,
  address,
}

export async function newMachine(context: CommandContext, input: InputOf<typeof machineFields>): Promise<NewMachine> {
  const { machine: id, count, memory, owner, isolated, ...rest } = input
  if (count > 0 && memory === undefined) throw wrongUsage('gpu add needs --memory, of one GPU in MiB.')
  return {
    ...{ id, count, price: rest.price, model: rest.model, cpu: rest.cpu, cores: rest.cores },
    owner_id: owner === undefined ? null : (await accountOf(context.db, owner)).id,
    memory_mib: count === 0 ? 0 : (memory ?? 0),
    ram_mib: rest.ram,
    disk_gib: rest.disk,
    network_mbps: rest.network,
    region: rest.region,
    reach: isolated ? 'none' : 'internet',
    images: rest.images ?? ['plain'],
    share: rest.share,
    longest_hours: rest.longest,
    address: rest.address ?? null,
  }
}
