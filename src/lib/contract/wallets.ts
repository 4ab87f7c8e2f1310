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
  /** In full and in the canonical form of its network, for example with EIP-55 checksum. */
  walletAddress: v.string(),
  currencyCode: CurrencyCode,
  chainCode: ChainCode,
  chainName: v.string(),
  createdAt: UnixSeconds,
  /** Withdrawals to a new or changed address are on hold until then; null after that. */
  holdUntil: v.nullable(UnixSeconds),
  /** True if the user has confirmed that a contract at the address forwards coins. */
  isContractConfirmed: v.boolean(),
})
export type Wallet = v.InferOutput<typeof Wallet>

/** A wallet of the list, with the time of the last withdrawal to its present address; null if there is none. */
export const ListedWallet = v.object({ ...Wallet.entries, lastUsedAt: v.nullable(UnixSeconds) })
export type ListedWallet = v.InferOutput<typeof ListedWallet>

/** Another address of the account whose shortened form looks the same, with its name. */
const Alike = v.nullable(v.object({ addressName: v.string(), walletAddress: v.string() }))

/** BURN: nobody has its key. PROGRAM: a token or program. OURS: one of our own addresses. */
export const recipientRefusals = ['ADDRESS_BURN', 'ADDRESS_PROGRAM', 'ADDRESS_OURS'] as const
/**
 * A contract is deployed at the address, and the user has not confirmed that it forwards coins; data: `currencyCode`.
 */
const contractRefusal = 'ADDRESS_CONTRACT'
/** Confirmation that a contract at the address forwards coins. */
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
    /** The address in the canonical form of its network; null if invalid. */
    walletAddress: v.nullable(v.string()),
    looksLike: Alike,
    /** Refusal reason; null if the address is usable. */
    refusal: v.nullable(v.picklist(recipientRefusals)),
    /** True if a contract is deployed there, which has to be confirmed; null if no node of the network responds. */
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
    /** Required if a second factor is set. */
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

/** Send only changed fields. A changed address is on hold like a new one; a changed name is not. */
export const editWallet = endpoint('/user-wallet/edit', {
  auth: true,
  request: v.object({
    _id: Id,
    addressName: v.optional(AddressName),
    walletAddress: v.optional(WalletAddress),
    paymentPassword: Md5Digest,
    /** Required if a second factor is set. */
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
  /** Finds names that contain the words, in any case. */
  request: v.object({
    searchWords: v.optional(line(64), ''),
  }),
  reply: v.object({ groups: v.array(v.object({ currencyCode: CurrencyCode, list: v.array(ListedWallet) })) }),
})
