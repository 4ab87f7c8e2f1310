import type { Network } from '#service/chains/network.ts'

/**
 * A network with a node, wallets and tokens, as the conformance suite drives it. Each kind of network hands over one; all values are
 * in smallest units.
 */
export interface NetworkWorld {
  readonly network: Network
  /** Opens the network anew with the same settings, as a restart does. */
  reopen(): Network
  /** The token of USDT, another one of the settings, and one that they do not name. */
  readonly token: string
  readonly otherToken: string
  readonly unknownToken: string
  /** The decimals that USDT was made with. */
  readonly decimals: number
  /** The paying wallet, which holds tokens and the coin for fees. */
  readonly payer: { key: string; address: string }
  /** The account of deposit addresses, with a wallet that holds the coin for fees, by another derivation than the service's. */
  readonly deposits: { xpub: string; key: string; otherKey: string; wallet: string; addressOf(number: number): string }
  /** A fresh address of nobody. */
  stranger(): string
  /** The strangers until now, on networks whose transfers are read by recipients alone. */
  recipients?(): readonly string[]
  /** The same address in another way of writing; itself where there is none. */
  rewritten(address: string): string
  /** Texts that are no address here. */
  readonly noAddresses: readonly string[]
  /** An id of no transaction. */
  readonly noTransaction: string
  /** Sends tokens from a wallet that is not the payer's. Resolves with the id when a block holds it. */
  transfer(to: string, value: bigint, token?: string): Promise<string>
  /** Sends a transfer that fails in its block. */
  failing(to: string): Promise<string>
  mine(blocks: number): Promise<void>
  /** Blocks until all that is in a block now is final. */
  finalise(): Promise<void>
  /** Replaces the last blocks by empty ones. */
  reorganise(depth: number): Promise<void>
  /** Makes the token refuse transfers to an address from now on. */
  refuse(to: string): Promise<void>
  balanceOf(owner: string, token?: string): Promise<bigint>
  setFees(owner: string, units: bigint): Promise<void>
  /** Has another transaction of the payer take the place of its next one; the id of it. */
  replaceNext?(): Promise<string>
  /** Makes a signed transfer impossible, because its time is over. */
  expire?(): Promise<void>
  /** How the node misbehaves, until `behave`. */
  readonly node: {
    down(): void
    /** Replies to everything that there is nothing. */
    empty(): void
    /** Replies with a page of a provider. */
    garble(): void
    /** Refuses more requests for so many seconds. */
    limit(seconds: number): void
    /** Says that it serves another network. */
    impersonate(): void
    /** Reports a chain that ends so many blocks earlier. */
    lag(blocks: number): void
    /** Calls its newest block final. */
    hurry(): void
    /** Leaves transfers out of its lists. */
    leaveOut(): void
    /** Lists transfers of twice the value that they have. */
    invent(): void
    behave(): void
  }
  stop(): Promise<void>
}

export interface NetworkKind {
  name: string
  /** Whether another transaction can take a signed one's place, and whether its time can end. */
  replaces: boolean
  expires: boolean
  /** Whether payments are received and collected: it has a reader, addresses that follow from a public key, and a collector. */
  receives: boolean
  /** Whether transfers are read from receipts, whatever value a list gives them. */
  readsReceipts: boolean
  start(): Promise<NetworkWorld>
}
