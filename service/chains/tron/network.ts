import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { contractOf, type Network } from '../network.ts'
import { addresses } from './addresses.ts'
import { REQUESTS_A_DAY } from './budget.ts'
import { openTronCollector } from './collector.ts'
import { tronFacts } from './facts.ts'
import { openTronFollower, type TronPaySettings } from './follower.ts'
import { openTronNode, type TronNodeOptions } from './node.ts'
import { openTronPayer } from './payer.ts'
import { createProbes } from './probes.ts'
import { openTronReader } from './reader.ts'

/** Tron by its settings. Without an account of deposits it only pays. */
export function openTronNetwork(settings: NetworkSettings, options: TronNodeOptions = {}): Network {
  const { node, chainId, tokens, otherTokens, depositXpub } = settings
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
    ...(depositXpub !== undefined && {
      reader: openTronReader({ ...pay, facts, requestsADay: node.dailyRequests ?? REQUESTS_A_DAY }, counted),
    }),
    follower: openTronFollower(pay, counted),
    openPayer: (key) => openTronPayer(pay, key, counted),
    ...(depositXpub !== undefined && {
      openCollector: (key: string) => openTronCollector({ ...pay, lends: true, depositXpub }, key, counted),
    }),
    probes: createProbes(openTronNode(pay, counted), contractOf({ facts }, 'USDT')),
    requests: () => requests,
  }
}
