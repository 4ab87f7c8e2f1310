import { announcedWallets } from '../announced.ts'
import { tronWallet } from './wallet.ts'

interface TronWindow {
  tron?: unknown
  tronLink?: unknown
}

/** Wallets of Tron: all that announce themselves (TIP-6963), else the one at `window.tron` (TIP-1193) or `window.tronLink`. */
export const findWallets = announcedWallets(
  {
    announce: 'TIP6963:announceProvider',
    request: 'TIP6963:requestProvider',
    initialized: 'tronLink#initialized',
    injected: () => (window as TronWindow).tron ?? (window as TronWindow).tronLink,
  },
  tronWallet,
)
