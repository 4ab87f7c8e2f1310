import * as v from 'valibot'
import { NodeError } from '../network.ts'
import type { TronNode } from './node.ts'

/** Energy and bandwidth that an address has without burning TRX. Source: https://developers.tron.network/docs/resource-model. */

const Count = v.optional(v.pipe(v.number(), v.minValue(0)), 0)
const Resources = v.object({
  freeNetLimit: Count,
  freeNetUsed: Count,
  NetLimit: Count,
  NetUsed: Count,
  EnergyLimit: Count,
  EnergyUsed: Count,
  /** Energy of the whole network in a day, and the TRX that are staked for it. */
  TotalEnergyLimit: Count,
  TotalEnergyWeight: Count,
})

export interface Resources {
  energy: bigint
  /** Whether so many bytes are free: the daily part and the staked one are not added up. */
  hasBytes(bytes: bigint): boolean
  /** Sun that have to be staked for an amount of energy, with a margin: others stake meanwhile. */
  stakeFor(energy: bigint): bigint
}

const SUN = 1_000_000n
const STAKE_PERCENT = 102n

/** The resources of an address; nothing for one that is no account. */
export async function readResources(node: TronNode, address: string): Promise<Resources> {
  const { success, output } = v.safeParse(Resources, await node.wallet('getaccountresource', { address }))
  if (!success) throw new NodeError(`The node does not tell the resources of ${address}.`)
  const { TotalEnergyLimit: limit, TotalEnergyWeight: weight } = output
  const rest = (all: number, used: number) => BigInt(Math.max(0, Math.floor(all - used)))
  const [free, staked] = [rest(output.freeNetLimit, output.freeNetUsed), rest(output.NetLimit, output.NetUsed)]
  return {
    energy: rest(output.EnergyLimit, output.EnergyUsed),
    hasBytes: (bytes) => free >= bytes || staked >= bytes,
    stakeFor(energy) {
      if (limit <= 0 || weight <= 0) throw new NodeError('The node does not tell the energy of its network.')
      const total = BigInt(limit) * 100n
      const trx = (energy * BigInt(Math.ceil(weight)) * STAKE_PERCENT + total - 1n) / total
      // A delegation is one TRX at least.
      return (trx > 0n ? trx : 1n) * SUN
    },
  }
}

/** Sun that a wallet could lend now, of those that it has staked for energy. */
export async function readLendable(node: TronNode, wallet: string): Promise<bigint> {
  const { max_size: sun = 0 } = await node.wallet('getcandelegatedmaxsize', { owner_address: wallet, type: 1 })
  if (!Number.isSafeInteger(sun)) throw new NodeError(`The node does not tell what ${wallet} can lend.`)
  return BigInt(sun as number)
}
