import { formatGwei } from 'viem'
import { networkName } from '#lib/rules/payments.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import type { Follower, Network, NetworkFacts, Payer, Probe } from '../network.ts'
import { addresses, normal } from './addresses.ts'
import { openReader } from './chain-reader.ts'
import { createCollector } from './collector.ts'
import { translateErrors } from './errors.ts'
import { finalBlock } from './finality.ts'
import { openGas } from './gas.ts'
import { depositAccounts, payerAccount } from './keys.ts'
import { checkChain, decimalsOf, openNode } from './node.ts'
import { afterLast, feeOf, readTerms, writeTerms } from './terms.ts'
import { openTransfers, type Transfers } from './transfers.ts'

/** Coins that fees are paid in; the other networks of this kind use ether. */
const FEE_COINS: Readonly<Record<string, string>> = { BSC: 'BNB', POLYGON: 'POL' }

/** An address of which any node can be asked. */
const ANYBODY = '0x000000000000000000000000000000000000dEaD'
const translateProbes = (probes: readonly Probe[]): Probe[] => probes.map(translateErrors)

const factsOf = ({ code, chainId, finality, minDepth, tokens, otherTokens }: NetworkSettings): NetworkFacts => ({
  code,
  name: networkName(code),
  feeCoin: { code: FEE_COINS[code] ?? 'ETH', decimals: 18 },
  chainId,
  finality,
  ...(minDepth !== undefined && { minDepth }),
  tokens: tokens.map(({ coin, contract }) => ({ coin, contract: normal(contract) })),
  reusesAddresses: false,
  otherTokens: otherTokens.map(normal),
  /** EIP-681; its amount is in the token's units. */
  paymentLink: ({ to, token, value }) => `ethereum:${token}@${chainId}/transfer?address=${to}&uint256=${value}`,
})

/** A network with Ethereum's protocol, by its settings. */
export function openEvmNetwork(settings: NetworkSettings): Network {
  const facts = factsOf(settings)
  let requests = 0
  const onRequest = () => {
    requests += 1
  }
  // Sending is not retried here: the job that follows transfers runs each minute.
  const client = openNode(settings.node, { onRequest })
  const transfers = openTransfers(client, facts)
  const gas = openGas(client, facts)
  const common = {
    check: () => checkChain(client, facts.chainId),
    decimals: (contract: string) => decimalsOf(client, contract),
  }
  return {
    facts,
    addresses,
    reader: openReader(openNode(settings.node, { retriesWhenBusy: true, onRequest }), facts),
    follower: translateErrors<Follower>({
      ...common,
      send: transfers.send,
      fate: transfers.fate,
      balanceOf: transfers.balanceOf,
      feeBalanceOf: (owner) => gas.balanceOf(normal(owner)),
      isContract: transfers.isContract,
    }),
    openPayer: (key) => translateErrors<Payer>({ ...common, ...payerOf(transfers, key) }),
    openCollector: (key) => createCollector(depositAccounts(key, settings.depositXpub), { transfers, gas }),
    probes: translateProbes([
      {
        what: 'final state',
        async ask() {
          const head = await client.getBlockNumber({ cacheTime: 0 })
          const final = await finalBlock(client, facts, head)
          // A node that keeps no state so far back cannot tell what has taken the place of a lost payout.
          await client.getTransactionCount({ address: ANYBODY, blockNumber: final })
          return `told at block ${final}, ${head - final} below the head`
        },
      },
      {
        what: 'fees',
        async ask() {
          const { maxFeePerGas } = await client.estimateFeesPerGas()
          return `${formatGwei(maxFeePerGas)} gwei at most`
        },
      },
    ]),
    requests: () => requests,
  }
}

function payerOf(transfers: Transfers, key: string): Pick<Payer, 'address' | 'quote' | 'sign'> {
  const account = payerAccount(key)
  return {
    address: account.address,
    async quote(transfer) {
      const terms = await transfers.termsOf(transfer)
      return { fee: feeOf(terms), terms: writeTerms(terms) }
    },
    sign: (transfer, terms, last) => transfers.sign(account, transfer, afterLast(readTerms(terms), last)),
  }
}
