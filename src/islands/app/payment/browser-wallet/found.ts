import { atom, onMount, type ReadableAtom } from 'nanostores'
import { type AddressFormat, chains } from '#lib/rules/networks.ts'
import { formsOf, type PaymentNetwork } from '#lib/rules/payments.ts'
import { walletKinds } from './kinds.ts'
import type { BrowserWallet } from './wallet.ts'

type Wallets = readonly BrowserWallet[]

const stores = new Map<AddressFormat, ReadableAtom<Wallets>>()

function search(format: AddressFormat): ReadableAtom<Wallets> {
  const $wallets = atom<Wallets>([])
  onMount($wallets, () => {
    let isOver = false
    let stop = () => {}
    const begin = async () => {
      const find = await walletKinds[format]?.()
      if (find && !isOver) stop = find((wallets) => $wallets.set(wallets))
    }
    // Without its code there is no button; the address and the QR code are there.
    void begin().catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  })
  return $wallets
}

/** The wallets of this browser that pay on a network: searched for while somebody listens. */
export function walletsOn(network: PaymentNetwork): ReadableAtom<Wallets> {
  const { format } = chains[formsOf(network)]
  const $wallets = stores.get(format) ?? search(format)
  stores.set(format, $wallets)
  return $wallets
}
