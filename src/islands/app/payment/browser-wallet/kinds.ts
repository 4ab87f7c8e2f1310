import type { AddressFormat } from '#lib/rules/networks.ts'
import type { FindWallets } from './wallet.ts'

/** Kinds of browser wallets by the networks that they pay on: a folder each. Nothing is received on the others (ADR-196). */
export const walletKinds: Readonly<Partial<Record<AddressFormat, () => Promise<FindWallets>>>> = {
  evm: () => import('./evm/find.ts').then(({ findWallets }) => findWallets),
  tron: () => import('./tron/find.ts').then(({ findWallets }) => findWallets),
}
