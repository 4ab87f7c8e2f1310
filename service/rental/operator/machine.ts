import { type ImageName, imageNames } from '#lib/rules/gpu.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import type { Asked, CommandContext } from '#service/platform/operator/act.ts'
import { unitsOf } from '#service/platform/operator/amounts.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import type { NewMachine } from './acts.ts'

/** Reads what `gpu add` says of a machine. */
export async function machineIn(context: CommandContext, asked: Asked): Promise<NewMachine> {
  for (const needed of ['machine', 'model', 'cpu', 'cores', 'ram', 'disk', 'region', 'price'])
    if (!asked.text(needed)?.trim()) throw wrongUsage(`gpu add needs --${needed}.`)
  const count = asked.number('count', { least: 0, most: 64, usual: 0 })
  if (count > 0 && asked.text('memory') === undefined) throw wrongUsage('gpu add needs --memory, of one GPU in MiB.')
  const price = unitsOf('price', asked.decimal('price') ?? '', 'USDT')
  if (price === 0n) throw wrongUsage('--price is a number of USDT above 0, for example 0.35.')
  return {
    ...{ id: idIn(asked), count, price },
    owner_id: await ownerIn(context, asked),
    model: lineIn(asked, 'model'),
    memory_mib: count === 0 ? 0 : asked.number('memory', { least: 1, most: 1_048_576, usual: 0 }),
    cpu: lineIn(asked, 'cpu'),
    cores: asked.number('cores', { least: 1, most: 4096, usual: 1 }),
    ram_mib: asked.number('ram', { least: 1, most: 100_000_000, usual: 1 }),
    disk_gib: asked.number('disk', { least: 1, most: 10_000_000, usual: 1 }),
    network_mbps: asked.number('network', { least: 1, most: 10_000_000, usual: 100 }),
    region: lineIn(asked, 'region'),
    reach: asked.flag('isolated') ? 'none' : 'internet',
    images: imagesIn(asked),
    share: shareIn(asked),
    longest_hours: asked.number('longest', { least: 1, most: 8760, usual: 720 }),
    address: addressIn(asked),
  }
}

function idIn(asked: Asked): string {
  const id = asked.must('machine')
  if (/^[a-z0-9][a-z0-9-]{1,39}$/.test(id)) return id
  throw wrongUsage('--machine is a short name in small letters, digits and hyphens, for example hall-4090-1.')
}

function lineIn(asked: Asked, name: string): string {
  const text = asked.must(name).trim()
  if (text.length > 0 && text.length <= 60 && !/\p{Cc}/u.test(text)) return text
  throw wrongUsage(`--${name} is a text of 1 to 60 characters.`)
}

async function ownerIn({ db }: CommandContext, asked: Asked): Promise<string | null> {
  const email = asked.text('owner')
  return email === undefined ? null : (await accountOf(db, email)).id
}

export function imagesIn(asked: Asked): ImageName[] {
  const names = (asked.text('images') ?? 'plain').split(',').map((name) => name.trim())
  const known = names.filter((name): name is ImageName => imageNames.some((one) => one === name))
  if (known.length === names.length) return [...new Set(known)]
  throw wrongUsage(`--images is a list of ${imageNames.join(', ')}.`)
}

/** Percent with at most two decimals, as basis points. */
export function shareIn(asked: Asked): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(asked.decimal('share') ?? '70') ?? []
  const basisPoints = Number(`${whole ?? 'x'}${fraction.padEnd(2, '0')}`)
  if (Number.isInteger(basisPoints) && basisPoints <= 10_000) return basisPoints
  throw wrongUsage('--share is a number from 0 to 100 with at most 2 decimals.')
}

function addressIn(asked: Asked): string | null {
  const address = asked.text('address') ?? null
  const port = Number(/^[A-Za-z0-9.-]{1,253}:(\d{1,5})$/.exec(address ?? '')?.[1])
  if (address === null || (port >= 1 && port <= 65_535)) return address
  throw wrongUsage('--address is a name and a port, for example gpu1.example.com:2222.')
}
