import * as v from 'valibot'
import { paymentNetworks } from '../rules/payments.ts'
import { Amount } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, NoFields } from './fields.ts'

/** Paying on chain: the networks that are offered, and what a payer sees of an address. */

export const PaymentNetwork = v.picklist(paymentNetworks)
const Address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))

/** Apart from whether it is paid: what is not as it was asked for. */
export const depositExceptions = ['none', 'partial', 'over', 'wrong-network', 'wrong-token'] as const

/** A transaction as the networks name it; what people paste is brought into this form by `transactionIdIn`. */
export const TransactionId = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{64}$/))

/** What became of the transaction that a payer has named. */
export const NamedTransaction = v.object({
  transactionId: v.string(),
  /** `nothing`: it moves no USDT to an address of ours. `unknown`: no network has heard of it for a week. */
  state: v.picklist(['looking', 'found', 'nothing', 'reverted', 'unknown']),
})

export const Deposit = v.object({
  /** Where to pay to, in full. */
  address: Address,
  network: PaymentNetwork,
  networkName: v.string(),
  isTest: v.boolean(),
  amount: Amount,
  /** What arrived on that network, and what of it is final. */
  seen: Amount,
  confirmed: Amount,
  /** Blocks that hold the newest part which is not final, and how many it takes. */
  confirmations: Count,
  needed: Count,
  transactionId: v.nullable(v.string()),
  named: v.nullable(NamedTransaction),
  exception: v.picklist(depositExceptions),
  /** EIP-681, for wallets that read the amount from the picture too. */
  uri: v.string(),
})
export type Deposit = v.InferOutput<typeof Deposit>

/** The networks that USDT can be paid on now. */
export const paymentNetworkList = endpoint('/payment/networks', {
  auth: true,
  request: NoFields,
  reply: v.object({
    list: v.array(
      v.object({
        network: PaymentNetwork,
        networkName: v.string(),
        isTest: v.boolean(),
        /** What its own fee is about, in USDT. */
        feeHint: Amount,
        confirmations: Count,
        /** About how long these take. */
        minutes: Count,
      }),
    ),
  }),
})

/** Pays from the wallet of the local network to an address of the user's own; only there is such a call. */
export const payFromTestWallet = endpoint('/payment/test-pay', {
  auth: true,
  request: v.object({ address: Address, amount: Amount }),
  reply: v.object({ transactionId: v.string() }),
  refuses: ['DEPOSIT_UNKNOWN', 'AMOUNT_OUT_OF_RANGE'],
})
