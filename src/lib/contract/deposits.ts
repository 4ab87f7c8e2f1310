import * as v from 'valibot'
import { pastedText } from '../rules/pasted-text.ts'
import { paymentNetworks } from '../rules/payments.ts'
import { Amount } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, NoFields } from './fields.ts'

/** Payments on chain: the offered networks, and the view of an address for its payer. */

export const PaymentNetwork = v.picklist(paymentNetworks)
const Address = v.pipe(v.string(), v.regex(/^(?:0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/))

/** Deviations from the requested payment, independent of whether it is paid. */
export const depositExceptions = ['none', 'partial', 'over', 'wrong-network', 'wrong-token'] as const

/** A transaction id in the form of the networks; `transactionIdIn` extracts it from pasted text. */
export const TransactionId = v.pipe(v.string(), v.transform(pastedText), v.regex(/^(?:0x)?[0-9a-fA-F]{64}$/))

/** State of the transaction that a payer has named. */
export const NamedTransaction = v.object({
  transactionId: v.string(),
  /** `nothing`: it moves no USDT to one of our addresses. `unknown`: no network has known it for a week. */
  state: v.picklist(['looking', 'found', 'nothing', 'reverted', 'unknown']),
})

/** The token that is paid, as its network knows it: for a wallet in the payer's browser. */
export const PaidToken = v.object({
  contract: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  /** Id of the chain, in decimal digits (EIP-155). */
  chainId: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  /** Read from the chain. */
  decimals: Count,
})
export type PaidToken = v.InferOutput<typeof PaidToken>

export const Deposit = v.object({
  /** The full address to pay to. */
  address: Address,
  network: PaymentNetwork,
  networkName: v.string(),
  isTest: v.boolean(),
  amount: Amount,
  /** Amount that arrived on that network, and the final part of it. */
  seen: Amount,
  confirmed: Amount,
  /** Confirmations of the newest part that is not final, and the number required; 0 where the network itself says when. */
  confirmations: Count,
  needed: Count,
  transactionId: v.nullable(v.string()),
  named: v.nullable(NamedTransaction),
  exception: v.picklist(depositExceptions),
  /** For wallets that read the amount from the QR code too; the address where the network's wallets do not. */
  uri: v.string(),
  /** Null until its network has told the decimals. */
  token: v.nullable(PaidToken),
})
export type Deposit = v.InferOutput<typeof Deposit>

/** The networks on which USDT can be paid now. */
export const paymentNetworkList = endpoint('/payment/networks', {
  auth: true,
  request: NoFields,
  reply: v.object({
    list: v.array(
      v.object({
        network: PaymentNetwork,
        networkName: v.string(),
        isTest: v.boolean(),
        /** Typical network fee, in USDT. */
        feeHint: Amount,
        /** 0 where the network itself says when a transfer is final. */
        confirmations: Count,
        /** Typical time until the blocks are final. */
        minutes: Count,
      }),
    ),
  }),
})

/** Pays from the wallet of the local test network to one of the user's addresses; exists only there. */
export const payFromTestWallet = endpoint('/payment/test-pay', {
  auth: true,
  request: v.object({ address: Address, amount: Amount }),
  reply: v.object({ transactionId: v.string() }),
  refuses: ['DEPOSIT_UNKNOWN', 'AMOUNT_OUT_OF_RANGE'],
})
