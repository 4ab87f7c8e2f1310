import { isAddress } from 'viem'
import { accountKeyFault } from './account-key.ts'
import { hasHost, type Reader } from './reader.ts'

/** Settings of the networks on which USDT is paid out and taken. */

/** The networks that speak Ethereum's protocol and carry USDT. */
export const evmChains = ['ETHEREUM', 'BSC'] as const
export type EvmChain = (typeof evmChains)[number]
export const isEvmChain = (chain: string): chain is EvmChain => (evmChains as readonly string[]).includes(chain)

export interface EvmSettings {
  rpcUrl: string
  chainId: number
  /** The contract of USDT. */
  token: `0x${string}`
  /** Blocks until a transaction is taken for final. */
  confirmations: number
  /** Tokens that somebody might send in the place of USDT: shown where they arrive, and never credited. */
  otherTokens: readonly `0x${string}`[]
}

/** The public networks: chain ids of EIP-155, contracts as their issuers publish them. */
const mainnets: Readonly<Record<EvmChain, Omit<EvmSettings, 'rpcUrl'>>> = {
  ETHEREUM: {
    chainId: 1,
    token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    confirmations: 12,
    // USDC, DAI
    otherTokens: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  },
  BSC: {
    chainId: 56,
    token: '0x55d398326f99059fF775485246999027B3197955',
    confirmations: 15,
    // USDC, BUSD
    otherTokens: ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56'],
  },
}

const CONTRACT = /^0x[0-9a-fA-F]{40}$/
const CONTRACTS = /^0x[0-9a-fA-F]{40}(?:\s*,\s*0x[0-9a-fA-F]{40})*$/

/** The networks whose nodes are set. */
export function readEvm(read: Reader): Partial<Record<EvmChain, EvmSettings>> {
  const settings = evmChains.flatMap((chain) => {
    const rpcUrl = read.url(`${chain}_RPC_URL`, ['http', 'https'], hasHost, '')
    const usual = mainnets[chain]
    const token = read.matching(`${chain}_USDT`, CONTRACT, 'must be 0x and 40 hexadecimal digits') ?? usual.token
    const chainId = read.count(`${chain}_CHAIN_ID`, usual.chainId)
    const confirmations = read.count(`${chain}_CONFIRMATIONS`, usual.confirmations)
    const others = read.matching(`${chain}_OTHER_TOKENS`, CONTRACTS, 'must be contracts with commas between them')
    const otherTokens = (others?.split(/\s*,\s*/) as EvmSettings['otherTokens'] | undefined) ?? usual.otherTokens
    if (rpcUrl === undefined) return []
    return [[chain, { rpcUrl, chainId, confirmations, token: token as EvmSettings['token'], otherTokens }] as const]
  })
  return Object.fromEntries(settings)
}

/** Where what was paid is swept to, if that is set. */
export function readTreasury(read: Reader): `0x${string}` | undefined {
  const treasury = read.matching('TREASURY_ADDRESS', CONTRACT, 'must be 0x and 40 hexadecimal digits')
  if (treasury === undefined) return undefined
  if (isAddress(treasury)) return treasury
  read.problems.push('TREASURY_ADDRESS has a mistake: its capitals do not fit its digits (EIP-55)')
  return undefined
}

/** The key of deposit addresses, if one is set. */
export function readXpub(read: Reader): string | undefined {
  const xpub = read.text('DEPOSIT_XPUB')
  const fault = xpub === undefined ? undefined : accountKeyFault(xpub)
  if (fault === undefined) return xpub
  read.problems.push(`DEPOSIT_XPUB ${fault}`)
  return undefined
}
