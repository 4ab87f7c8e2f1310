import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import type { Network } from '../network.ts'
import { addresses } from './addresses.ts'
import { solanaFacts } from './facts.ts'
import { openSolanaFollower, type SolanaPaySettings } from './follower.ts'
import { openSolanaNode, type SolanaNodeOptions } from './node.ts'
import { openSolanaPayer } from './payer.ts'
import { createProbes } from './probes.ts'

/** Solana by its settings. A program pays there; nothing is received, since no addresses follow from a public key alone. */
export function openSolanaNetwork(settings: NetworkSettings, options: SolanaNodeOptions = {}): Network {
  const { node, chainId, tokens, otherTokens } = settings
  const facts = solanaFacts({
    chainId,
    tokens: tokens.map(({ coin, contract }) => ({ coin, contract: addresses.normal(contract) })),
    otherTokens: otherTokens.map(addresses.normal),
  })
  let requests = 0
  const counted: SolanaNodeOptions = {
    ...options,
    onRequest() {
      requests += 1
    },
  }
  const pay: SolanaPaySettings = { url: node.url, headers: node.headers, apiKey: node.key, facts }
  return {
    facts,
    addresses,
    follower: openSolanaFollower(pay, counted),
    openPayer: (key) => openSolanaPayer(pay, key, counted),
    probes: createProbes(openSolanaNode(pay, counted)),
    requests: () => requests,
  }
}
