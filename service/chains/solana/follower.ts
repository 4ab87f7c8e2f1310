import { type Follower, type NetworkFacts, NodeError } from '../network.ts'
import { notWalletReason, readLamports, readTokenBalance } from './accounts.ts'
import { INVALID_PARAMS, PREFLIGHT_FAILURE, RefusalError, SIGNATURE_FAILURE } from './errors.ts'
import { refusalIn } from './fees.ts'
import { createIdentity } from './identity.ts'
import { readWire } from './message.ts'
import { openSolanaNode, type SolanaNode, type SolanaNodeOptions, type SolanaNodeSettings } from './node.ts'
import { readAccounts, readStatus, sendWire } from './replies.ts'
import { transferStatus } from './transaction-status.ts'

/** Sends and follows signed transfers of Solana. It holds no key and keeps no state. */

export interface SolanaPaySettings extends SolanaNodeSettings {
  facts: Pick<NetworkFacts, 'chainId'>
  /** Lamports that a transfer may cost at most; 0.02 SOL where it is not given. */
  maxFee?: bigint
}

/** Errors by which the node refuses this transaction; any other one says nothing about it. */
const REFUSALS: readonly number[] = [PREFLIGHT_FAILURE, SIGNATURE_FAILURE, INVALID_PARAMS]

interface PreflightData {
  err?: unknown
  logs?: readonly string[] | null
}

/** The node's reason to refuse a transaction; undefined when a block holds it already. */
function reasonOf(error: RefusalError): string | undefined {
  if (error.code !== PREFLIGHT_FAILURE) return error.message
  const { err, logs } = (error.data ?? {}) as PreflightData
  if (err === 'AlreadyProcessed') return undefined
  return err === undefined || err === null ? error.message : refusalIn({ err, logs })
}

/** Sends a signed transaction. Returns the node's reason when it refuses it and no block holds it. */
export async function broadcast(node: SolanaNode, signed: string): Promise<string | undefined> {
  const wire = readWire(signed)
  if (!wire) return 'It is no signed transaction of Solana.'
  let answer: string
  try {
    answer = await sendWire(node, signed)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    if (!REFUSALS.includes(error.code)) throw new NodeError(`The node takes no transactions for now: ${error.message}`)
    const reason = reasonOf(error)
    // One that was taken before is refused for its old blockhash later on.
    return reason === undefined || (await readStatus(node, wire.id)) ? undefined : reason
  }
  if (answer !== wire.id) throw new NodeError(`The node answers about ${answer} when ${wire.id} is sent.`)
  return undefined
}

/** Opens a follower. Its methods throw a NetworkError, or a NodeError when the node fails; neither is an answer. */
export function openSolanaFollower(settings: SolanaPaySettings, options: SolanaNodeOptions = {}): Required<Follower> {
  const node = openSolanaNode(settings, options)
  return {
    ...createIdentity(node, { chainId: settings.facts.chainId, now: options.now ?? Date.now }),
    send: (signed) => broadcast(node, signed),
    fate: (transfer, of) => transferStatus(node, transfer, of),
    balanceOf: (owner, token) => readTokenBalance(node, owner, token),
    feeBalanceOf: (owner) => readLamports(node, owner),
    async isContract(address) {
      const [account] = await readAccounts(node, [address])
      return notWalletReason(address, account) !== undefined
    },
  }
}
