import type { ReadableAtom } from 'nanostores'
import type { PaidToken } from '#lib/contract/deposits.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import type { PaymentNetwork } from '#lib/rules/payments.ts'

/** The rest of a payment, as the service says it. */
export interface WalletPayment {
  /** Id of the order or the recharge. */
  id: string
  network: PaymentNetwork
  networkName: string
  address: string
  /** In USDT. */
  amount: string
  token: PaidToken
  /** The newest transfer that the service has seen. */
  transactionId: string | null
}

/** Something that is paid on a network. */
export interface PaymentSource {
  /** Undefined when nothing is to be paid. */
  $payment: ReadableAtom<WalletPayment | undefined>
  /** Asks the service again; settles with or without an answer. */
  reload(): Promise<unknown>
  /** Makes the service look for a transaction now. */
  lookFor(transactionId: string, payment: WalletPayment): Promise<unknown>
}

export const isSamePayment = (one: WalletPayment, other: WalletPayment): boolean =>
  one.id === other.id &&
  one.address === other.address &&
  one.amount === other.amount &&
  one.network === other.network &&
  JSON.stringify(one.token) === JSON.stringify(other.token)

/** The coin that each network takes its fee in. */
export const feeCoins: Readonly<Record<ChainCode | 'LOCAL', string>> = {
  ...{ ALEO: 'ALEO', SOLANA: 'SOL', TRON: 'TRX', BSC: 'BNB', POLYGON: 'POL' },
  ...{ ETHEREUM: 'ETH', ARBITRUM: 'ETH', LOCAL: 'ETH' },
}
