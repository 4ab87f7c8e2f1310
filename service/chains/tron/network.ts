import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { contractOf, type Network } from '../network.ts'
import { addresses } from './addresses.ts'
import { tronFacts } from './facts.ts'
import { openTronFollower, type TronPaySettings } from './follower.ts'
import { openTronNode, type TronNodeOptions } from './node.ts'
import { openTronPayer } from './payer.ts'
import { createProbes } from './probes.ts'

/**
 * Tron by its settings. It pays: the reader and the collector of this folder are not offered, because no part of the service reads
 * their recipients' groups or saves their steps yet.
 */
export function openTronNetwork(settings: NetworkSettings, options: TronNodeOptions = {}): Network {
  const { node, chainId, tokens, otherTokens } = settings
  const facts = tronFacts({
    chainId,
    tokens: tokens.map(({ coin, contract }) => ({ coin, contract: addresses.normal(contract) })),
    otherTokens: otherTokens.map(addresses.normal),
  })
  let requests = 0
  const counted: TronNodeOptions = {
    ...options,
    onRequest() {
      requests += 1
    },
  }
  const pay: TronPaySettings = {
    url: node.url,
    rpcUrl: node.jsonRpcUrl,
    headers: node.headers,
    apiKey: node.key,
    facts,
  }
  return {
    facts,
    addresses,
    follower: openTronFollower(pay, counted),
    openPayer: (key) => openTronPayer(pay, key, counted),
    probes: createProbes(openTronNode(pay, counted), contractOf({ facts }, 'USDT')),
    requests: () => requests,
  }
}
