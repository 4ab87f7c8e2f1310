import { atom } from 'nanostores'
import { md5Digest } from '#lib/api/digest.ts'
import * as contract from '#lib/contract/wallets.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $payment } from '../payment-password/store.ts'

/** All of them: one account keeps few, so that a search is no call. */
export const $wallets = createResource(contract.wallets, { $payload: atom({ searchWords: '' }) })

export const $networks = createResource(contract.networkChains, { $payload: atom({}) })

export const checkAddress = (chainCode: contract.Wallet['chainCode'], walletAddress: string) =>
  call(contract.checkWallet, { chainCode, walletAddress })

export interface NewWallet {
  addressName: string
  walletAddress: string
  currencyCode: contract.Wallet['currencyCode']
  chainCode: contract.Wallet['chainCode']
}

export async function addWallet(wallet: NewWallet, pin: string): Promise<contract.Wallet> {
  try {
    return (await call(contract.addWallet, { ...wallet, paymentPassword: md5Digest(pin) })).wallet
  } finally {
    void $payment.reload()
    await $wallets.reload()
  }
}

/** Sends what changed, and nothing when nothing did. */
export async function editWallet(
  wallet: contract.Wallet,
  { addressName, walletAddress }: Pick<NewWallet, 'addressName' | 'walletAddress'>,
  pin: string,
): Promise<contract.Wallet> {
  const changed = {
    ...(addressName !== wallet.addressName && { addressName }),
    ...(walletAddress !== wallet.walletAddress && { walletAddress }),
  }
  if (Object.keys(changed).length === 0) return wallet
  try {
    return (await call(contract.editWallet, { _id: wallet._id, ...changed, paymentPassword: md5Digest(pin) })).wallet
  } finally {
    void $payment.reload()
    await $wallets.reload()
  }
}
