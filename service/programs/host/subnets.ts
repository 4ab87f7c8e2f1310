import { createHash } from 'node:crypto'
import { networkInterfaces } from 'node:os'

/**
 * Networks of rentals: 4096 of 16 addresses each in a range of their own, as the default pools of Docker end after about
 * 30 networks.
 */
const RANGE = { first: 10, second: 213 }
export const RENTAL_RANGE = `${RANGE.first}.${RANGE.second}.0.0/16`
const BLOCK = 16
const COUNT = 65_536 / BLOCK

const toNumber = (address: string): number =>
  address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0)

/** The first and the last address of every IPv4 network that this system is in. */
function ownNetworks(): { from: number; to: number }[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ family, cidr }) => {
      if (family !== 'IPv4' || cidr === null) return []
      const [address = '', bits = '32'] = cidr.split('/')
      const size = 2 ** (32 - Number(bits))
      const from = Math.floor(toNumber(address) / size) * size
      return [{ from, to: from + size - 1 }]
    }),
  )
}

/** Subnets to try for a rental, in order; none overlaps with a network of this system. */
export function subnetsFor(rentalId: string, networks = ownNetworks()): string[] {
  const start = createHash('sha256').update(rentalId).digest().readUInt16BE()
  const tried = Array.from({ length: COUNT }, (_, step) => ((start + step) % COUNT) * BLOCK)
  return tried
    .map((offset) => ({ offset, first: toNumber(`${RANGE.first}.${RANGE.second}.0.0`) + offset }))
    .filter(({ first }) => !networks.some(({ from, to }) => first <= to && first + BLOCK - 1 >= from))
    .map(({ offset }) => `${RANGE.first}.${RANGE.second}.${Math.floor(offset / 256)}.${offset % 256}/28`)
}
