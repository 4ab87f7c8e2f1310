import { networkName, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import { contractOf, failureReason, type Network, NetworkError } from '#service/chains/network.ts'
import { networkOf } from '#service/chains/networks.ts'
import { type OpenNetwork, openNetwork } from '#service/money/withdrawals/transfers.ts'
import type { Config } from '#service/platform/config.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'

/** Networks of the settings; the local one belongs to the service of a developer's machine. */
export const publicNetworks = paymentNetworks.filter((network) => network !== 'LOCAL')

export interface SetNetwork {
  code: PaymentNetwork
  settings: NetworkSettings
  network: Network
}

/** The networks of payments whose nodes are set. */
export const setNetworks = ({ networks }: Config): SetNetwork[] =>
  publicNetworks.flatMap((code) => {
    const settings = networks[code]
    return settings ? [{ code, settings, network: networkOf(settings) }] : []
  })

/** Networks by their names, with their tokens. */
export type Networks = ReadonlyMap<string, OpenNetwork & { settings: NetworkSettings }>

/** Opens each of the networks, whose node has to confirm the chain of the settings. */
export async function openNetworks(
  { config, db }: CommandContext,
  of: readonly { network: string }[],
): Promise<Networks> {
  const set = setNetworks(config)
  const names = publicNetworks.filter((code) => of.some(({ network }) => network === code))
  const opened = await Promise.all(
    names.map(async (code) => {
      const one = set.find((other) => other.code === code)
      if (!one) throw refused(phrase`A sweep on ${networkName(code)} is under way, and no node is set for it.`)
      return [code, { ...(await openOne(db, one)), settings: one.settings }] as const
    }),
  )
  return new Map(opened)
}

async function openOne(db: CommandContext['db'], { code, network }: SetNetwork): Promise<OpenNetwork> {
  const token = contractOf(network, 'USDT')
  if (!network.follower || token === undefined)
    throw refused(phrase`${networkName(code)}: no program follows USDT there.`)
  try {
    return await openNetwork(db, { network, follower: network.follower, token })
  } catch (error) {
    if (error instanceof NetworkError) throw refused(phrase`${networkName(code)}: ${error.message}`)
    throw unreachable(phrase`${networkName(code)}: the node does not answer: ${failureReason(error)}`)
  }
}
