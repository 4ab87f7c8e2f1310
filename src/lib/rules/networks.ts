import type { Coin } from '../money/coins.ts'

/** The networks that coins are paid out on (ADR-116). */

export const chainCodes = ['ALEO', 'SOLANA', 'BSC', 'TRON', 'ETHEREUM', 'POLYGON', 'ARBITRUM'] as const
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
  POLYGON: { name: 'Polygon', format: 'evm' },
  ARBITRUM: { name: 'Arbitrum One', format: 'evm' },
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
  { coin: 'USDT', chain: 'POLYGON' },
  { coin: 'USDT', chain: 'ARBITRUM' },
  { coin: 'USDT', chain: 'SOLANA' },
]

export const isNetwork = ({ coin, chain }: { coin: string; chain: string }): boolean =>
  networks.some((network) => network.coin === coin && network.chain === chain)

/** How each kind of network names a transaction: bech32m, base58 of 64 bytes, or 32 bytes in hexadecimal digits. */
const transactionForms: Readonly<Record<AddressFormat, RegExp>> = {
  aleo: /^at1[02-9ac-hj-np-z]{58}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{86,88}$/,
  evm: /^0x[0-9a-f]{64}$/i,
  tron: /^[0-9a-f]{64}$/i,
}

/** Formats whose ids are digits, which mean the same in capitals. */
const isInDigits = (format: AddressFormat): boolean => format === 'evm' || format === 'tron'

/** A transaction id as the service keeps it; undefined for a text that is none on that network. */
export function transactionOn(chain: ChainCode, text: string): string | undefined {
  if (!isTransactionOn(chain, text)) return undefined
  return isInDigits(chains[chain].format) ? text.toLowerCase() : text
}

/** True if a text has the form of a transaction id on a network, rather than of an address or another network's id. */
export const isTransactionOn = (chain: ChainCode, text: string): boolean =>
  transactionForms[chains[chain].format].test(text)
