import type { Coin } from '../money/coins.ts'

/** The networks that coins are paid out on (decisions 4). */

export const chainCodes = ['ALEO', 'SOLANA', 'BSC', 'TRON', 'ETHEREUM'] as const
export type ChainCode = (typeof chainCodes)[number]

export const addressFormats = ['aleo', 'solana', 'evm', 'tron'] as const
export type AddressFormat = (typeof addressFormats)[number]

interface Chain {
  readonly name: string
  readonly format: AddressFormat
}

/** Names of networks are the same in every language. */
export const chains: Readonly<Record<ChainCode, Chain>> = {
  ALEO: { name: 'Aleo', format: 'aleo' },
  SOLANA: { name: 'Solana', format: 'solana' },
  BSC: { name: 'BNB Smart Chain (BEP20)', format: 'evm' },
  TRON: { name: 'Tron (TRC20)', format: 'tron' },
  ETHEREUM: { name: 'Ethereum (ERC20)', format: 'evm' },
}

export interface Network {
  readonly coin: Coin
  readonly chain: ChainCode
}

/** Every coin with every network that it is paid out on, in the order in which they are offered. */
export const networks: readonly Network[] = [
  { coin: 'ALEO', chain: 'ALEO' },
  { coin: 'GRASS', chain: 'SOLANA' },
  { coin: 'NODEPAY', chain: 'BSC' },
  { coin: 'USDT', chain: 'TRON' },
  { coin: 'USDT', chain: 'ETHEREUM' },
  { coin: 'USDT', chain: 'BSC' },
]

export const isNetwork = ({ coin, chain }: { coin: string; chain: string }): boolean =>
  networks.some((network) => network.coin === coin && network.chain === chain)
