import type { ChainCode } from './networks.ts'

/** The best known public block explorer of each network. */
const explorers: Readonly<Record<ChainCode, string>> = {
  ALEO: 'https://explorer.provable.com/transaction/',
  SOLANA: 'https://solscan.io/tx/',
  BSC: 'https://bscscan.com/tx/',
  TRON: 'https://tronscan.org/#/transaction/',
  ETHEREUM: 'https://etherscan.io/tx/',
  POLYGON: 'https://polygonscan.com/tx/',
  ARBITRUM: 'https://arbiscan.io/tx/',
}

/** The page of a transaction in the explorer of its network. */
export const explorerOf = (chain: ChainCode, transactionId: string): string =>
  explorers[chain] + encodeURIComponent(transactionId)
