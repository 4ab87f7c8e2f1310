import type { Offer, Rental } from '#lib/contract/gpu.ts'
import { fromUnits } from '#lib/money/coins.ts'
import type { ImageName, OfferState } from '#lib/rules/gpu.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { GpuRow, Row } from './row.ts'

export type ListedGpu = GpuRow & { state: OfferState; awaited: boolean }

export function toOffer(gpu: ListedGpu, userId: string): Offer {
  const { id, model, count, cpu, cores, region, state, reliability, price } = gpu
  return {
    ...{ id, model, count, cpu, cores, region, state, reliability },
    memoryMib: gpu.memory_mib,
    ramMib: gpu.ram_mib,
    diskGib: gpu.disk_gib,
    networkMbps: gpu.network_mbps,
    price: fromUnits(price, 'USDT'),
    // Rounded down: for comparison only, nothing is charged by it.
    pricePerGpu: fromUnits(price / BigInt(Math.max(1, count)), 'USDT'),
    longestHours: gpu.longest_hours,
    isSimulated: gpu.simulated,
    isMine: gpu.owner_id === userId,
    isAwaited: gpu.awaited,
  }
}

/** The SSH user of renters; their key identifies them. */
const SSH_USER = 'renter'

/** SSH access to a machine: its own address, or its port at the gateway; null when it has neither. */
export function accessOf({ config }: Context, gpu: Pick<GpuRow, 'slot' | 'address' | 'host_key'>): Rental['access'] {
  if (gpu.host_key === null) return null
  const access = { user: SSH_USER, hostKey: gpu.host_key }
  if (gpu.address !== null) {
    const colon = gpu.address.lastIndexOf(':')
    return { host: gpu.address.slice(0, colon), port: Number(gpu.address.slice(colon + 1)), ...access }
  }
  const { gateway } = config
  if (!gateway || gpu.slot > gateway.ports) return null
  return { host: gateway.host, port: gateway.firstPort + gpu.slot - 1, ...access }
}

export type RentalRow = Row &
  Pick<GpuRow, 'slot' | 'address' | 'host_key' | 'model' | 'count' | 'memory_mib' | 'cpu' | 'region'> & {
    /** Label of the published port of its template's page. */
    page_label: string | null
  }

const seconds = (at: Date | null): number | null => (at ? unixSeconds(at) : null)

export const urlOf = (pattern: string, label: string): string => `${pattern.replace('*', label)}/`

function templateOf({ config }: Context, { template, state, page_label: label }: RentalRow): Rental['template'] {
  if (!template) return null
  const { name, image, page } = template
  const pattern = config.gateway?.web?.pattern
  const url = state === 'running' && label !== null && pattern !== undefined ? urlOf(pattern, label) : null
  return { name, image, page: page && { name: page.name, url } }
}

export function toRental(ctx: Context, row: RentalRow): Rental {
  const { id, state, reason, hours, model, count, cpu, region } = row
  return {
    ...{ id, state, reason, hours },
    offer: { id: row.gpu_id, model, count, memoryMib: row.memory_mib, cpu, region },
    image: row.image as ImageName,
    template: templateOf(ctx, row),
    pull: state === 'starting' ? row.pull : null,
    price: fromUnits(row.price, 'USDT'),
    longestHours: row.longest_hours,
    hoursCharged: row.hours_charged,
    paid: fromUnits(row.paid, 'USDT'),
    rentedAt: unixSeconds(row.rented_at),
    runningAt: seconds(row.running_at),
    paidUntil: seconds(row.paid_until),
    endedAt: seconds(row.ended_at),
    paused: row.paused_at && row.paused_for ? { since: unixSeconds(row.paused_at), cause: row.paused_for } : null,
    access: state === 'running' ? accessOf(ctx, row) : null,
  }
}
