import { networkName } from '#lib/rules/payments.ts'
import { EvmError, failureReason } from '#service/chains/evm/evm-errors.ts'
import { type Gas, openGas } from '#service/chains/evm/gas.ts'
import { type Network, openNetwork } from '#service/money/withdrawals/transfers.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { type EvmChain, type EvmSettings, isEvmChain } from '#service/platform/settings/networks.ts'

/** Networks by their names, with their tokens and their own coins. */
export type Networks = ReadonlyMap<string, Network & { settings: EvmSettings; gas: Gas }>

/** Opens each of the networks, whose node has to confirm the chain of the settings. */
export async function openNetworks({ config }: CommandContext, of: readonly { network: string }[]): Promise<Networks> {
  const names = [...new Set(of.map(({ network }) => network))].filter(isEvmChain)
  const opened = await Promise.all(
    names.map(async (name) => {
      const settings = config.evm[name]
      if (!settings) throw refused(`A sweep on ${networkName(name)} is under way, and no node is set for it.`)
      return [name, { ...(await openOne(name, settings)), settings, gas: openGas(settings) }] as const
    }),
  )
  return new Map(opened)
}

async function openOne(name: EvmChain, settings: EvmSettings): Promise<Network> {
  try {
    return await openNetwork(settings)
  } catch (error) {
    if (error instanceof EvmError) throw refused(`${networkName(name)}: ${error.message}`)
    throw unreachable(`${networkName(name)}: the node does not answer: ${failureReason(error)}`)
  }
}
