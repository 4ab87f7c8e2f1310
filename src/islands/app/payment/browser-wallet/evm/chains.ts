/**
 * Networks that a wallet may not know yet (EIP-3085), by their chain ids. The addresses are those that the networks publish; the wallet
 * alone calls them. Ethereum itself is known to every wallet.
 */

interface Chain {
  chainName: string
  nativeCurrency: { name: string; symbol: string; decimals: 18 }
  rpcUrls: readonly [string]
  blockExplorerUrls: readonly [string]
}

const coin = (name: string, symbol = name) => ({ name, symbol, decimals: 18 }) as const

export const addableChains: Readonly<Record<string, Chain>> = {
  56: {
    chainName: 'BNB Smart Chain',
    nativeCurrency: coin('BNB'),
    rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
    blockExplorerUrls: ['https://bscscan.com'],
  },
  137: {
    chainName: 'Polygon',
    nativeCurrency: coin('POL'),
    rpcUrls: ['https://polygon-rpc.com'],
    blockExplorerUrls: ['https://polygonscan.com'],
  },
  42161: {
    chainName: 'Arbitrum One',
    nativeCurrency: coin('Ether', 'ETH'),
    rpcUrls: ['https://arb1.arbitrum.io/rpc'],
    blockExplorerUrls: ['https://arbiscan.io'],
  },
}
