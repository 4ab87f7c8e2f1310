import { type AddressFormat, type ChainCode, chains } from '#lib/rules/networks.ts'
import type { Config } from '#service/platform/config.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { openEvmNetwork } from './evm/network.ts'
import type { Network } from './network.ts'
import { openSolanaNetwork } from './solana/network.ts'
import { openTronNetwork } from './tron/network.ts'

/** The folders of networks, by the form of their addresses. */
const folders: Readonly<Partial<Record<AddressFormat, (settings: NetworkSettings) => Network>>> = {
  evm: openEvmNetwork,
  solana: openSolanaNetwork,
  tron: openTronNetwork,
}

const opened = new WeakMap<NetworkSettings, Network>()

/** The network of these settings: opened once, because it keeps what its node accepts, and counts its requests. */
export function networkOf(settings: NetworkSettings): Network {
  const known = opened.get(settings)
  if (known) return known
  const format = settings.code === 'LOCAL' ? 'evm' : chains[settings.code].format
  const network = folders[format]?.(settings)
  if (!network) throw new Error(`no folder of service/chains speaks to ${settings.code}`)
  opened.set(settings, network)
  return network
}

/** The network of a code, where its node is set. */
export function networkBy({ networks }: Pick<Config, 'networks'>, code: string): Network | undefined {
  const settings = networks[code as ChainCode]
  return settings && networkOf(settings)
}
