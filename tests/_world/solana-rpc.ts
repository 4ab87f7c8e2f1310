import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Block, type Commitment, type Decoded, decode, type SolanaChain, toRpcAccount } from './solana-chain.ts'

/** JSON-RPC of Solana over a chain of this machine: forms of answers, errors and limits as Agave 3 has them. */

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** SubjectPublicKeyInfo around the 32 bytes of a public key of Ed25519 (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned({ transaction }: Decoded): boolean {
  return Object.entries(transaction.signatures).every(([signer, signature]) => {
    const der = Buffer.concat([SPKI, base58.decode(signer)])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(transaction.messageBytes), key, signature ?? new Uint8Array(64))
  })
}

type Config = Readonly<Record<string, unknown>>

const texts: Readonly<Record<string, string>> = {
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
}

export function createSolanaRpc(chain: SolanaChain) {
  /** Millionths of a lamport that recent transactions have paid for a compute unit. */
  const prices = { recent: [0, 0, 5_000, 20_000] }
  /** The fate of a transaction that the node takes. */
  const delivery: { mode: 'next block' | 'held' | 'lost' } = { mode: 'next block' }

  const commitmentOf = (config: unknown): Commitment => ((config as Config)?.commitment ?? 'finalized') as Commitment
  const blockAt = (config: unknown): Block => chain.at(commitmentOf(config))
  const inContext = (block: Block, value: unknown) => ({
    context: { apiVersion: '3.0.6', slot: block.slot },
    value,
  })

  function parse(wire: unknown): Decoded {
    try {
      return decode(String(wire))
    } catch {
      throw new RpcError(-32_602, 'failed to deserialize solana_transaction::versioned::VersionedTransaction')
    }
  }

  function preflight(one: Decoded, block: Block): void {
    const lifetime = chain.lifetimeFault(one, block)
    const { fault, logs, units } = lifetime ? { fault: lifetime, logs: [], units: 0 } : chain.simulate(one, block)
    if (fault === null) return
    const text = typeof fault === 'string' ? (texts[fault] ?? fault) : 'Error processing Instruction'
    throw new RpcError(-32_002, `Transaction simulation failed: ${text}`, {
      ...{ accounts: null, err: fault, logs, unitsConsumed: units, returnData: null },
    })
  }

  function finalBlock(slot: unknown): Block {
    const block = chain.blocks().find((one) => one.slot === slot)
    if (!block)
      throw new RpcError(-32_007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
    if (block.height > chain.at('finalized').height) throw new RpcError(-32_004, `Block not available for slot ${slot}`)
    return block
  }

  function statusOf(id: string, searches: boolean) {
    const block = chain.blockOf(id)
    const head = chain.at('processed')
    if (!block || block.height > head.height) return null
    if (!searches && head.height - block.height > 150n) return null
    const err = block.transactions.find((one) => one.id === id)?.fault ?? null
    const reached = (['finalized', 'confirmed', 'processed'] as const).find(
      (level) => block.height <= chain.at(level).height,
    )
    return {
      confirmationStatus: reached,
      confirmations: reached === 'finalized' ? null : Number(head.height - block.height),
      err,
      slot: block.slot,
      status: err === null ? { Ok: null } : { Err: err },
    }
  }

  const methods: Readonly<Record<string, (...params: readonly unknown[]) => unknown>> = {
    getGenesisHash: () => chain.genesisHash,
    getVersion: () => ({ 'feature-set': 1, 'solana-core': '3.0.6' }),
    getHealth: () => 'ok',
    getFirstAvailableBlock: () => 0,
    getSlot: (config) => blockAt(config).slot,
    getBlockHeight: (config) => Number(blockAt(config).height),
    getLatestBlockhash(config) {
      const block = blockAt(config)
      return inContext(block, { blockhash: block.hash, lastValidBlockHeight: Number(block.height) + 150 })
    },
    getMultipleAccounts(addresses, config) {
      const block = blockAt(config)
      return inContext(
        block,
        (addresses as string[]).map((of) => toRpcAccount(chain.accountAt(of, block))),
      )
    },
    getMinimumBalanceForRentExemption: (bytes) =>
      Number(chain.svm.minimumBalanceForRentExemption(BigInt(Number(bytes)))),
    getRecentPrioritizationFees: () =>
      prices.recent.map((prioritizationFee, index) => ({ slot: 100 + index, prioritizationFee })),
    simulateTransaction(wire, config) {
      const block = blockAt(config)
      const { accounts } = config as { accounts?: { addresses: string[] } }
      const { fault, logs, units, after } = { after: undefined, ...chain.simulate(parse(wire), block) }
      const states = accounts?.addresses.map((of) => toRpcAccount(after?.get(of) ?? chain.accountAt(of, block)))
      return inContext(block, {
        ...{ err: fault, logs, unitsConsumed: units, returnData: null, innerInstructions: null },
        accounts: fault === null ? (states ?? null) : null,
      })
    },
    sendTransaction(wire, config) {
      const one = parse(wire)
      if (!isSigned(one)) throw new RpcError(-32_003, 'Transaction signature verification failure')
      preflight(one, chain.at(((config as Config).preflightCommitment ?? 'finalized') as Commitment))
      if (delivery.mode !== 'lost') chain.take(one)
      if (delivery.mode === 'next block') chain.mine(1)
      return one.id
    },
    getSignatureStatuses(ids, config) {
      const searches = (config as Config)?.searchTransactionHistory === true
      return inContext(
        chain.at('processed'),
        (ids as string[]).map((id) => statusOf(id, searches)),
      )
    },
    getTransaction(id, config) {
      const block = chain.blockOf(String(id))
      const one = block?.transactions.find((other) => other.id === id)
      if (!block || !one || block.height > blockAt(config).height) return null
      const [preTokenBalances, postTokenBalances] = one.balances
      return {
        slot: block.slot,
        blockTime: block.seconds,
        transaction: [one.wire, 'base64'],
        version: 'legacy',
        meta: { err: one.fault, logMessages: one.logs, preTokenBalances, postTokenBalances },
      }
    },
    getBlock(slot) {
      const { height, hash, parentHash, parentSlot, seconds, transactions } = finalBlock(slot)
      return {
        ...{ blockHeight: Number(height), blockTime: seconds, blockhash: hash, parentSlot },
        ...{ previousBlockhash: parentHash, signatures: transactions.map(({ id }) => id) },
      }
    },
    getBlocksWithLimit: (from, count) =>
      chain
        .blocks()
        .filter(({ slot, height }) => slot >= Number(from) && height <= chain.at('finalized').height)
        .slice(0, Number(count))
        .map(({ slot }) => slot),
  }

  return {
    prices,
    delivery,
    call(method: string, params: readonly unknown[]): unknown {
      const found = methods[method]
      if (!found) throw new RpcError(-32_601, 'Method not found')
      return found(...params)
    },
  }
}
