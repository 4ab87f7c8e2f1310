import { type ChainCode, chains } from './networks.ts'
import { pastedText } from './pasted-text.ts'

/** The networks on which the platform takes USDT (ADR-025, ADR-070, ADR-186), and the local one. */

export const paymentNetworks = ['TRON', 'ETHEREUM', 'BSC', 'POLYGON', 'ARBITRUM', 'LOCAL'] as const
export type PaymentNetwork = (typeof paymentNetworks)[number]
export const isPaymentNetwork = (code: string): code is PaymentNetwork =>
  (paymentNetworks as readonly string[]).includes(code)

/** Amounts below it are not swept: moving them would cost more than they are worth. */
export const DEPOSIT_DUST = '0.01'

/** Names of networks are the same in every language. */
export const networkName = (network: ChainCode | 'LOCAL'): string =>
  network === 'LOCAL' ? 'Testnet (local)' : chains[network].name

/** The network whose addresses and transaction ids have the form of this one's. */
export const formsOf = (network: PaymentNetwork): ChainCode => (network === 'LOCAL' ? 'ETHEREUM' : network)

/** Typical fees in USDT on Tron: of a transfer, and of the first one to an address that never held USDT. */
export const tronFees = { fee: '2', first: '4' } as const

/** Hints for payers: typical network fee in USDT, and typical minutes until final. */
export const networkHints: Readonly<Record<PaymentNetwork, { feeHint: string; minutes: number }>> = {
  TRON: { feeHint: tronFees.fee, minutes: 1 },
  ETHEREUM: { feeHint: '1', minutes: 3 },
  BSC: { feeHint: '0.1', minutes: 1 },
  POLYGON: { feeHint: '0.01', minutes: 1 },
  ARBITRUM: { feeHint: '0.02', minutes: 20 },
  LOCAL: { feeHint: '0', minutes: 1 },
}

/** Extracts a transaction id of a network from pasted text: the id with or without 0x, or an explorer's link. */
export function transactionIdIn(text: string, network: string): string | undefined {
  const found = /(?<![0-9a-f])(?:0x)?([0-9a-f]{64})(?![0-9a-f])/i
    .exec(pastedText(text).normalize('NFKC'))?.[1]
    ?.toLowerCase()
  return found && (network === 'TRON' ? found : `0x${found}`)
}

/** Limits of one recharge, in USDT. */
export const MIN_RECHARGE = '1'
export const MAX_RECHARGE = '100000'
/** Recharges of a user that may wait to be paid at once. */
export const RECHARGES_WAITING = 10
/** Time without a payment after which the user is notified. */
export const RECHARGE_IDLE_MS = 86_400_000
