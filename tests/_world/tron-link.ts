import { hexToBytes } from '@noble/hashes/utils.js'
import { TronWeb } from 'tronweb'
import { toFunctionSelector } from 'viem'
import type { TronWeb as WalletWeb } from '#app/payment/browser-wallet/tron/tron-web.ts'
import { toHex } from '#service/chains/tron/addresses.ts'
import { EXPIRATION_MS } from '#service/chains/tron/terms.ts'
import { FINAL_BLOCKS, type TronWorld, walletKey } from './tron-world.ts'

/**
 * TronLink for tests: what it injects into a page, on the double of a node. tronweb makes and signs the transactions, as in the
 * extension; it pays from the wallet of the world.
 */

/** Answers of its owner, one for each question; a question without one is agreed to. */
type Answer = 'agrees' | 'refuses' | 'is locked' | 'is asked already'

const length = (bytes: number): string => {
  const low = (bytes & 0x7f) | (bytes > 0x7f ? 0x80 : 0)
  return low.toString(16).padStart(2, '0') + (bytes > 0x7f ? length(bytes >> 7) : '')
}

export function createTronLink(world: TronWorld, { isLegacy = false } = {}) {
  const { node, wallet } = world
  const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' })
  const listeners = new Set<() => void>()
  const it = {
    answer: 'agrees' as Answer,
    address: wallet as string | false,
    /** Changes what tronweb has made, as a hostile wallet's node could. */
    change: (transaction: object): object => transaction,
    signed: 0,
  }
  const word = ({ type, value }: { type: string; value: string }) =>
    (type === 'address' ? toHex(value).slice(2) : BigInt(value).toString(16)).padStart(64, '0')

  async function blockHeader() {
    const head = await node.rpc.head()
    const reference = await node.rpc.block(head - BigInt(FINAL_BLOCKS))
    const timestamp = Number((await node.rpc.block(head))?.timestamp) * 1000
    return {
      ref_block_bytes: BigInt(reference?.number ?? 0)
        .toString(16)
        .padStart(16, '0')
        .slice(12),
      ref_block_hash: reference?.hash.slice(18, 34) ?? '',
      expiration: timestamp + EXPIRATION_MS,
      timestamp,
    }
  }

  const tronWeb: WalletWeb = {
    get defaultAddress() {
      return { base58: it.address }
    },
    transactionBuilder: {
      async triggerConstantContract(contract, selector, _, parameters, from) {
        const data = toFunctionSelector(selector) + parameters.map(word).join('')
        const call = { from: toHex(from), to: toHex(contract), data }
        const result = await node.anvil<string>('eth_call', [call, 'latest'])
        if (selector !== 'transfer(address,uint256)') return { constant_result: [result.slice(2)] }
        const parameter = parameters.map(word).join('')
        const of = { owner_address: from, contract_address: contract, function_selector: selector, parameter }
        return (await node.wallet.call('triggerconstantcontract', of)) as object
      },
      async triggerSmartContract(contract, selector, { feeLimit }, parameters, from) {
        const options = { feeLimit, txLocal: true, blockHeader: await blockHeader() }
        const made = await web.transactionBuilder.triggerSmartContract(
          contract,
          selector,
          options,
          [...parameters],
          from,
        )
        return { transaction: it.change(made.transaction) }
      },
    },
    trx: {
      getBlockByNumber: async (num) => (await node.wallet.call('getblockbynum', { num })) as object,
      getBalance: async (address) => Number(world.ledger.balanceOf(address)),
      getAccountResources: async (address) => (await node.wallet.call('getaccountresource', { address })) as object,
      async getChainParameters() {
        const { chainParameter } = (await node.wallet.call('getchainparameters', {})) as { chainParameter: object[] }
        return chainParameter
      },
      async sign(transaction) {
        if (it.answer === 'refuses') throw 'Confirmation declined by user'
        it.signed += 1
        return web.trx.sign(transaction as never, Buffer.from(walletKey).toString('hex'))
      },
      async sendRawTransaction(signed) {
        const { raw_data_hex: raw, signature } = signed as { raw_data_hex: string; signature: string[] }
        const transaction = `0a${length(hexToBytes(raw).length)}${raw}1241${signature[0]}`
        return (await node.wallet.call('broadcasthex', { transaction })) as object
      },
    },
  }

  const provider = {
    tronWeb,
    async request({ method }: { method: string; params?: unknown }) {
      if (method === 'eth_requestAccounts' && isLegacy)
        throw Object.assign(new Error('Method not supported'), { code: 4200 })
      if (method === 'eth_requestAccounts' || method === 'tron_requestAccounts') {
        if (it.answer === 'refuses') return isLegacy ? { code: 4001 } : reject(4001)
        if (it.answer === 'is asked already') return isLegacy ? { code: 4000 } : reject(-32_002)
        if (it.answer === 'is locked') return isLegacy ? '' : []
        return isLegacy ? { code: 200, message: 'ok' } : [it.address]
      }
      return reject(4200)
    },
    on: (_: string, listener: () => void) => listeners.add(listener),
    removeListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  return { it, provider, chainId: String(BigInt(node.chainId)) }
}

const reject = (code: number): never => {
  throw Object.assign(new Error('refused'), { code })
}
