/** The one contract between a kind of browser wallets (a folder here) and the pages that are paid by them (ADR-196). */

/** A transfer of a token, exactly as the invoice asks for it. */
export interface WalletTransfer {
  from: string
  to: string
  contract: string
  /** In decimal digits. */
  chainId: string
  decimals: number
  /** In the token's smallest units. */
  units: bigint
}

export interface BrowserWallet {
  /** The same while the page is open. */
  id: string
  /** Its own word, which anybody may choose; undefined where it gives none. */
  name: string | undefined
  /** A `data:` address of a picture, for `img` only. */
  icon: string | undefined
  /** Asks its owner to show the page an account. Throws a WalletError. */
  connect(): Promise<string>
  /** The account that it shows now, without asking; undefined while there is none. */
  account(): Promise<string | undefined>
  /** The chain that it is on, in decimal digits. */
  chainId(): Promise<string>
  /** Asks its owner to switch, and to add the chain where it is unknown. */
  switchTo(chainId: string): Promise<void>
  /** Throws a WalletError when the token is not the invoice's, or the account cannot pay. */
  assertCanPay(transfer: WalletTransfer): Promise<void>
  /** Asks its owner to send; resolves with the transaction's id, which proves nothing. */
  send(transfer: WalletTransfer): Promise<string>
  /** Calls back when its account or its chain may have changed. */
  watch(onChange: () => void): () => void
}

/** Finds the wallets of a kind, now and later. The result ends the search. */
export type FindWallets = (onFound: (wallets: readonly BrowserWallet[]) => void) => () => void

/** `unclear` alone leaves open whether something was sent; after all others nothing was. */
export type WalletFault =
  | 'refused'
  | 'pending'
  | 'locked'
  | 'shortOfToken'
  | 'shortOfGas'
  | 'otherAccount'
  | 'otherChain'
  | 'otherToken'
  | 'unknownChain'
  | 'cannotSwitch'
  | 'unsupported'
  | 'unreachable'
  | 'failed'
  | 'unclear'

export class WalletError extends Error {
  override name = 'WalletError'
  readonly fault: WalletFault
  /** The id of what was perhaps sent, where it is known before. */
  readonly id: string | undefined
  constructor(fault: WalletFault, { cause, id }: { cause?: unknown; id?: string } = {}) {
    super(fault, { cause })
    this.fault = fault
    this.id = id
  }
}
