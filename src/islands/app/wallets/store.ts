import { atom } from 'nanostores'
import { md5Digest } from '#lib/api/digest.ts'
import * as contract from '#lib/contract/wallets.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $payment } from '../payment-password/store.ts'

/** All wallets: an account has few, so the search is local. */
export const $wallets = createResource(contract.wallets, { $payload: atom({ searchWords: '' }) })

export const $networks = createResource(contract.networkChains, { $payload: atom({}) })

export const checkAddress = (chainCode: contract.Wallet['chainCode'], walletAddress: string) =>
  call(contract.checkWallet, { chainCode, walletAddress })

export interface NewWallet {
  addressName: string
  walletAddress: string
  currencyCode: contract.Wallet['currencyCode']
  chainCode: contract.Wallet['chainCode']
  /** A contract is deployed at the address, and the user has confirmed that it forwards coins. */
  isContractConfirmed: boolean
}

/** Input before saving an address: the payment password, and a code of the second factor if one is set. */
export interface Typed {
  pin: string
  factor: string
}

const proofOf = ({ pin, factor }: Typed) => ({
  paymentPassword: md5Digest(pin),
  ...(factor && { factorCode: factor }),
})

export async function addWallet(wallet: NewWallet, typed: Typed): Promise<contract.Wallet> {
  try {
    return (await call(contract.addWallet, { ...wallet, ...proofOf(typed) })).wallet
  } finally {
    void $payment.reload()
    await $wallets.reload()
  }
}

/** Sends only the changes, if any. */
export async function editWallet(
  wallet: contract.Wallet,
  { addressName, walletAddress, isContractConfirmed }: Omit<NewWallet, 'currencyCode' | 'chainCode'>,
  typed: Typed,
): Promise<contract.Wallet> {
  const changed = {
    ...(addressName !== wallet.addressName && { addressName }),
    ...(walletAddress !== wallet.walletAddress && { walletAddress }),
    ...(isContractConfirmed && !wallet.isContractConfirmed && { isContractConfirmed }),
  }
  if (Object.keys(changed).length === 0) return wallet
  try {
    return (await call(contract.editWallet, { _id: wallet._id, ...changed, ...proofOf(typed) })).wallet
  } finally {
    void $payment.reload()
    await $wallets.reload()
  }
}
