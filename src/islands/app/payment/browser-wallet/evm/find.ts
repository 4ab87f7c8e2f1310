import { announcedWallets } from '../announced.ts'
import { evmWallet } from './wallet.ts'

/** Wallets of Ethereum's protocol: all that announce themselves (EIP-6963), else the one at `window.ethereum`. */
export const findWallets = announcedWallets(
  {
    announce: 'eip6963:announceProvider',
    request: 'eip6963:requestProvider',
    initialized: 'ethereum#initialized',
    injected: () => (window as { ethereum?: unknown }).ethereum,
  },
  evmWallet,
)
