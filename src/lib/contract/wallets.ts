import * as v from 'valibot'
import { addressFormats } from '../rules/networks.ts'
import { WALLET_NAME_LENGTH } from '../rules/wallets.ts'
import { ChainCode, CurrencyCode } from './amounts.ts'
import { FactorCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { factorRefusals } from './factor-code.ts'
import { Id, Md5Digest, NoFields, UnixSeconds } from './fields.ts'
import { label, line } from './labels.ts'
import { paymentRefusals } from './payment-password.ts'
import { WalletAddress } from './wallet-address.ts'

const AddressName = label(WALLET_NAME_LENGTH)

export const Wallet = v.object({
  _id: Id,
  addressName: v.string(),
  /** In full, and in the form of its network: with the capitals of EIP-55, for example. */
  walletAddress: v.string(),
  currencyCode: CurrencyCode,
  chainCode: ChainCode,
  chainName: v.string(),
  createdAt: UnixSeconds,
  /** Withdrawals to a new or changed address wait until then; null once that has passed. */
  holdUntil: v.nullable(UnixSeconds),
  /** Whether the user has said that a contract at the address passes coins on. */
  isContractConfirmed: v.boolean(),
})
export type Wallet = v.InferOutput<typeof Wallet>

/** Another address of the same account that looks the same where it is shortened, with the name it was given. */
const Alike = v.nullable(v.object({ addressName: v.string(), walletAddress: v.string() }))

/** Nobody has its key; it is a token's or a program's; it is one of our own. */
export const recipientRefusals = ['ADDRESS_BURN', 'ADDRESS_PROGRAM', 'ADDRESS_OURS'] as const
/** A contract stands there, and the user has not confirmed that it passes coins on; with `currencyCode`. */
const contractRefusal = 'ADDRESS_CONTRACT'
/** That a contract at the address passes coins on. */
const isContractConfirmed = v.optional(v.boolean())

export const networkChains = endpoint('/user-wallet/network-chains', {
  auth: true,
  request: NoFields,
  reply: v.object({
    list: v.array(
      v.object({
        currencyCode: CurrencyCode,
        chainCode: ChainCode,
        chainName: v.string(),
        addressFormat: v.picklist(addressFormats),
      }),
    ),
  }),
})

export const checkWallet = endpoint('/user-wallet/check', {
  auth: true,
  request: v.object({ chainCode: ChainCode, walletAddress: WalletAddress }),
  reply: v.object({
    valid: v.boolean(),
    /** The address in the form of its network; null when it is none. */
    walletAddress: v.nullable(v.string()),
    looksLike: Alike,
    /** Why nothing may be paid to it; null where nothing is known against it. */
    refusal: v.nullable(v.picklist(recipientRefusals)),
    /** Whether a contract stands there, which has to be confirmed; null where no node of the network says so. */
    isContract: v.nullable(v.boolean()),
  }),
})

const Saved = v.object({ wallet: Wallet, looksLike: Alike })

export const addWallet = endpoint('/user-wallet/add', {
  auth: true,
  request: v.object({
    addressName: AddressName,
    walletAddress: WalletAddress,
    currencyCode: CurrencyCode,
    chainCode: ChainCode,
    paymentPassword: Md5Digest,
    /** Where a second factor is set. */
    factorCode: v.optional(FactorCode),
    isContractConfirmed,
  }),
  reply: Saved,
  refuses: [
    ...paymentRefusals,
    ...factorRefusals,
    'ADDRESS_MISMATCH',
    ...recipientRefusals,
    contractRefusal,
    'NETWORK_UNKNOWN',
    'WALLET_EXISTS',
    'TOO_MANY_WALLETS',
  ],
})

/** Only what changed is sent. A changed address waits like a new one; a changed name does not. */
export const editWallet = endpoint('/user-wallet/edit', {
  auth: true,
  request: v.object({
    _id: Id,
    addressName: v.optional(AddressName),
    walletAddress: v.optional(WalletAddress),
    paymentPassword: Md5Digest,
    /** Where a second factor is set. */
    factorCode: v.optional(FactorCode),
    isContractConfirmed,
  }),
  reply: Saved,
  refuses: [
    ...paymentRefusals,
    ...factorRefusals,
    ...recipientRefusals,
    contractRefusal,
    'WALLET_UNKNOWN',
    'ADDRESS_MISMATCH',
    'WALLET_EXISTS',
  ],
})

export const wallets = endpoint('/user-wallet/wallets', {
  auth: true,
  /** Finds names that contain the words, whatever their case. */
  request: v.object({
    searchWords: v.optional(line(64), ''),
  }),
  reply: v.object({ groups: v.array(v.object({ currencyCode: CurrencyCode, list: v.array(Wallet) })) }),
})
