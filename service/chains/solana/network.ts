import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import type { Network, Probe } from '../network.ts'
import { addresses } from './addresses.ts'
import { solanaFacts } from './facts.ts'
import type { SolanaPaySettings } from './follower.ts'
import { readKey } from './keys.ts'
import type { SolanaNodeOptions } from './node.ts'

/** The demands on a node, as `probes.ts` names them. */
const probeNames = ['final state', 'history', 'old blocks', 'fees', 'rent', 'simulation', 'sending']

/** A value that is made with its first use. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * Solana by its settings. A program pays there; nothing is received, since no addresses follow from a public key alone. The files
 * that speak to a node are loaded with the first question, so that they delay no start.
 */
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
  const follower = once(async () => (await import('./follower.ts')).openSolanaFollower(pay, counted))
  const probes = once(async () => (await import('./probes.ts')).createProbes(pay, counted))
  const toProbe = (what: string): Probe => ({
    what,
    async ask() {
      const probe = (await probes()).find((one) => one.what === what)
      if (!probe) throw new Error(`there is no probe "${what}"`)
      return probe.ask()
    },
  })
  return {
    facts,
    addresses,
    follower: {
      check: async () => (await follower()).check(),
      decimals: async (token) => (await follower()).decimals(token),
      programOf: async (token) => (await follower()).programOf(token),
      send: async (signed) => (await follower()).send(signed),
      fate: async (transfer, of) => (await follower()).fate(transfer, of),
      balanceOf: async (owner, token) => (await follower()).balanceOf(owner, token),
      feeBalanceOf: async (owner) => (await follower()).feeBalanceOf(owner),
      isContract: async (address) => (await follower()).isContract(address),
    },
    openPayer(key) {
      const { address } = readKey(key)
      const payer = once(async () => (await import('./payer.ts')).openSolanaPayer(pay, key, counted))
      return {
        address,
        check: async () => (await payer()).check(),
        decimals: async (token) => (await payer()).decimals(token),
        programOf: async (token) => (await payer()).programOf(token),
        quote: async (transfer) => (await payer()).quote(transfer),
        renew: async (terms) => (await payer()).renew(terms),
        sign: async (transfer, terms, last) => (await payer()).sign(transfer, terms, last),
      }
    },
    probes: probeNames.map(toProbe),
    requests: () => requests,
  }
}
