/**
 * The one contract between a network and the rest of the service. A network is a folder of `chains/` that offers what it can;
 * every part but the facts is optional. Reading and signing stay apart: only the operator's program opens a payer or a
 * collector, and no key is on a node. Amounts are integers of the token's smallest unit. A node that does not answer makes a
 * method throw; it never counts as "no".
 */

/** A token as the settings name it. Its decimals are read from the chain, never assumed. */
export interface Token {
  coin: string
  /** The contract or mint, as the network writes it. */
  contract: string
}

/** When a block cannot be taken back: after so many blocks, its own included, or when the network says so. */
export type Finality = { blocks: number } | 'finalized'

/** Known without a node. */
export interface NetworkFacts {
  code: string
  name: string
  /** The coin that fees are paid in, with its decimals. */
  feeCoin: { code: string; decimals: number }
  /** The network's own name of itself, as its node tells it: a chain id of EIP-155 for example. */
  chainId: string
  finality: Finality
  /** Blocks that hold the last final one at least, its own included: a node that calls a newer one final is not believed. */
  minDepth?: number
  /** The tokens that are taken and paid: one of each coin. */
  tokens: readonly Token[]
  /** A first payment to an address costs its payer more than later ones: users get one address, and it is used again. */
  reusesAddresses: boolean
  /** Contracts of tokens that somebody might send in their place: shown where they arrive, never credited. */
  otherTokens: readonly string[]
  /** The text of a QR code that asks a wallet for a payment; the address alone where wallets read nothing else. */
  paymentLink(payment: { to: string; token: string; value: bigint }): string
}

export interface Addresses {
  /** The reason why a text is no address of this network; undefined when it is one. */
  fault(text: string): string | undefined
  same(one: string, other: string): boolean
  /** The one way in which this network writes an address. Throws for a text that `fault` refuses. */
  normal(text: string): string
  /** The addresses of an account, by number, from its extended public key. */
  derive(xpub: string): (number: number) => string
}

/** A transfer of a known token, as found in a block. */
export interface Arrival {
  transactionId: string
  /** The place of the transfer among those of its transaction. */
  logIndex: number
  block: bigint
  blockHash: string
  token: string
  sender: string
  to: string
  value: bigint
}

export interface BlockName {
  block: bigint
  hash: string
}

export interface Span {
  from: bigint
  to: bigint
}

export interface RangePart<Found> {
  /** The last block that was read. */
  to: bigint
  found: readonly Found[]
}

/** `unknown`: the node has no receipt of it in a block of its chain. */
export type TransactionOutcome =
  | { state: 'unknown' }
  | { state: 'failed'; block: bigint }
  | { state: 'taken'; block: bigint; arrivals: readonly Arrival[] }

export interface ChainReader {
  /** Throws a NetworkError when the node serves another chain, or cannot do what is asked of it. */
  check(): Promise<void>
  /** The last block that the node knows. */
  head(): Promise<BlockName>
  /** The last block that can no longer be taken back, while `head` is the last one; never above it, and -1 where there is none. */
  finalHead(head: BlockName): Promise<bigint>
  /** The hash of a block; undefined when the node does not have the block. */
  hashOf(block: bigint): Promise<string | undefined>
  /** The transfers of known tokens in a span, part by part; to `wanted` alone where they are given and the network needs it. */
  arrivals(span: Span, wanted?: readonly string[]): AsyncGenerator<RangePart<Arrival>>
  /** The transfers of known tokens in a transaction, from its receipt alone. */
  transfersOf(transactionId: string): Promise<TransactionOutcome>
  /** Whether the transaction's receipt confirms a transfer: not every node keeps its logs and its blocks consistent. */
  proves(arrival: Omit<Arrival, 'sender'>): Promise<boolean>
  /** The balances of a token: the second check, which needs no logs. `at`: the block of the answer. */
  received(
    addresses: readonly string[],
    of: { token: string; block: bigint },
  ): Promise<{ at: bigint; balances: readonly bigint[] }>
  decimals(contract: string): Promise<number>
  /** Set where addresses cost requests, one each for a balance: `arrivals` then has to be asked with `wanted`. */
  readonly perAddress?: {
    /** Milliseconds between two polls with so many recipients, so that a day stays within the node's budget. */
    pauseMs(recipients: number): number
    /** Balances to ask for at once. */
    maxBalances: number
  }
  /** The first block that is not older than a time in Unix milliseconds; at most `before`. */
  blockSince(ms: number, before: bigint): Promise<bigint>
}

/** A transfer of a token, in its smallest units. */
export interface TokenTransfer {
  payer: string
  to: string
  token: string
  value: bigint
}

/**
 * Conditions of a signed transfer that only its network understands, as JSON text: a nonce and gas, an expiration and a
 * reference block, or a last valid height. The rest of the service saves and returns them, and never looks inside.
 */
export type Terms = string

export interface SignedTransfer {
  id: string
  signed: string
  terms: Terms
}

/**
 * `unknown`: the node does not know it and it may still be sent. `waiting`: no final block holds it yet. `paid`: it moved exactly
 * the transfer. `another`: it succeeded, but moved something else. `failed`: a final block holds it, and nothing moved.
 * `expired`: it is in no final block and can never be in one, so that another one may be signed.
 */
export type TransactionStatus =
  | { state: 'unknown' | 'waiting' | 'paid' | 'another' | 'expired' }
  /** `reason`: in the network's words, where it gives one. */
  | { state: 'failed'; reason?: string }
  /** A final block holds another transaction in its place: this one can never be mined. */
  | { state: 'replaced'; by: string }

/** Pays from one wallet. */
export interface Payer {
  /** The wallet's address. */
  address: string
  check(): Promise<void>
  decimals(contract: string): Promise<number>
  /** The program that owns a token, on networks with several. */
  programOf?(contract: string): Promise<string>
  /** The highest fee of a transfer in smallest units of the fee's coin, and the terms that it is signed with. */
  quote(transfer: TokenTransfer): Promise<{ fee: bigint; terms: Terms }>
  /** The same terms with the longest time from now on, at the same fee; where they last for less than an answer may take. */
  renew?(terms: Terms): Promise<Terms>
  /** Signs a transfer. `last`: the terms of the wallet's last signed transfer here, so that no two take the same place. */
  sign(transfer: TokenTransfer, terms: Terms, last: Terms | undefined): Promise<SignedTransfer>
}

/** Sends and follows transfers that were signed before; it needs no key. */
export interface Follower {
  check(): Promise<void>
  decimals(contract: string): Promise<number>
  /** The program that owns a token, on networks with several. */
  programOf?(contract: string): Promise<string>
  /** The node's reason when it refuses the transfer; undefined when it took it, or has had it before. */
  send(signed: string): Promise<string | undefined>
  fate(transfer: TokenTransfer, of: Pick<SignedTransfer, 'id' | 'terms'>): Promise<TransactionStatus>
  balanceOf(owner: string, token: string): Promise<bigint>
  /** The balance in the coin that fees are paid in. */
  feeBalanceOf(owner: string): Promise<bigint>
  /** Whether a contract or a program is at the address: it may keep what it is sent. */
  isContract(address: string): Promise<boolean>
}

/** A deposit address, by its number below the key of the account, and the transfer from it to the treasury. */
export interface Collection {
  number: number
  transfer: TokenTransfer
}

/**
 * `activate`: makes the address known to the network. `fund`: sends it coins for the fee. `delegate`: lends it the wallet's
 * resources in place of coins. `move`: moves the tokens. `return`: takes back what was lent.
 */
export type CollectKind = 'activate' | 'fund' | 'delegate' | 'move' | 'return'

/** `done`: in a final block. `expired`, `replaced`: it can never be in one. `another`: it moved something else. */
export type CollectOutcome = 'done' | 'failed' | 'expired' | 'replaced' | 'another'

/** A step as the caller saves it; without an outcome while it is open. At most one step of a collection is open. */
export interface CollectStep extends SignedTransfer {
  kind: CollectKind
  /** The address whose key has signed it. */
  signer: string
  outcome?: CollectOutcome | undefined
}

export type CollectAction =
  /** A new step: save it, then send it. */
  | { action: 'save'; step: CollectStep }
  /** The open step may not have been sent: send it. */
  | { action: 'send'; step: CollectStep }
  /** The open step is not final yet. */
  | { action: 'wait'; step: CollectStep }
  /** The open step has ended: save its outcome, and ask for the next action. `fee`: what it burnt in vain, where it is known. */
  | { action: 'record'; step: CollectStep; outcome: CollectOutcome; fee?: bigint }
  /** Nothing is left to do. `failed`: its move has failed too often; `replaced`, `another`: a person has to look at it. */
  | { action: 'stop'; state: 'moved' | 'failed' | 'replaced' | 'another' }

export interface CollectCost {
  /** At most, in smallest units of the coin that fees are paid in. */
  fee: bigint
  /** The steps that are left, in order. */
  kinds: readonly CollectKind[]
}

/**
 * Moves tokens from deposit addresses in steps of one transaction each, with the private half of the key that these are derived from.
 * The caller keeps the steps. It saves a step before it sends it, and only where no other one was saved on the network meanwhile: so
 * whatever is killed in between, the same transaction is sent again and the network takes it once.
 */
export interface Collector {
  /** The address of the wallet that pays the fees. */
  wallet: string
  addressOf(number: number): string
  /** The cost of collecting now, for the operator's question. Throws a NetworkError when it cannot be done. */
  cost(of: Collection): Promise<CollectCost>
  /**
   * The next action, by the saved steps in their order and the state of the network. `last`: the terms of the last transaction that
   * an address has signed here. Throws a NetworkError when a step cannot be made, and a NodeError when the node fails.
   */
  next(
    of: Collection,
    steps: readonly CollectStep[],
    last: (signer: string) => Terms | undefined,
  ): Promise<CollectAction>
}

/** One thing that a node has to be able to do. */
export interface Probe {
  what: string
  /** Its answer, for an operator; throws where it cannot. */
  ask(): Promise<string>
}

/** The parts that the folder of a network offers for its settings. Every part but the facts is optional. */
export interface Network {
  facts: NetworkFacts
  addresses?: Addresses
  reader?: ChainReader
  follower?: Follower
  /** Throws a NetworkError that says what is wrong with the text of a key. */
  openPayer?(key: string): Payer
  openCollector?(key: string): Collector
  /** Demands of this kind of network alone on its node; `operate check` tries each. */
  probes: readonly Probe[]
  /** Requests to the node since the network was opened. */
  requests(): number
}

/** A network, or the node of one, cannot be used as it is, or refuses what is asked: no retry helps. The message is for the operator. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** A node does not answer, or refuses to. The message is for the operator, and never holds the node's address or a key. */
export class NodeError extends Error {
  override name = 'NodeError'
  /** How long to wait before the next request, where the node says so. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The reason why a call to a network failed, for a log or an operator. */
export const failureReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The contract of a coin's token; undefined where the network does not carry it by its settings. */
export const contractOf = ({ facts }: Pick<Network, 'facts'>, coin: string): string | undefined =>
  facts.tokens.find((token) => token.coin === coin)?.contract
