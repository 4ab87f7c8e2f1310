import * as v from 'valibot'
import { isAddress } from 'viem'
import { accountKeyError } from './account-key.ts'
import { type Group, setting, settingOr } from './group.ts'
import { count, matching, text, url } from './kinds.ts'

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

const HEX_DIGITS = 'must be 0x and 40 hexadecimal digits'
const rpcUrl = () => url({ protocols: ['http', 'https'] })
const contract = () =>
  v.pipe(
    matching(/^0x[0-9a-fA-F]{40}$/, HEX_DIGITS),
    v.transform((address) => address as `0x${string}`),
  )
const contracts = () =>
  v.pipe(
    matching(/^0x[0-9a-fA-F]{40}(?:\s*,\s*0x[0-9a-fA-F]{40})*$/, 'must be contracts with commas between them'),
    v.transform((list) => list.split(/\s*,\s*/) as `0x${string}`[]),
  )

const node = (network: string) =>
  setting(rpcUrl(), {
    about: `a node of ${network}, through which a program pays and follows USDT`,
    usual: 'none: paid by hand, and nothing is taken',
  })

/** The public networks: chain ids of EIP-155, contracts as their issuers publish them. */
export const networkSettings = {
  ETHEREUM_RPC_URL: node('Ethereum'),
  ETHEREUM_USDT: settingOr(contract(), '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'the contract of USDT'),
  ETHEREUM_CHAIN_ID: settingOr(count(), '1', 'the id of the chain'),
  ETHEREUM_CONFIRMATIONS: settingOr(count(), '12', 'blocks until a transaction is final'),
  ETHEREUM_OTHER_TOKENS: setting(contracts(), {
    about: 'contracts of other tokens, separated by commas: shown when they arrive, never credited',
    usual: 'USDC, DAI',
  }),
  BSC_RPC_URL: node('BNB Smart Chain'),
  BSC_USDT: settingOr(contract(), '0x55d398326f99059fF775485246999027B3197955', 'the contract of USDT'),
  BSC_CHAIN_ID: settingOr(count(), '56', 'the id of the chain'),
  BSC_CONFIRMATIONS: settingOr(count(), '15', 'blocks until a transaction is final'),
  BSC_OTHER_TOKENS: setting(contracts(), {
    about: 'contracts of other tokens, separated by commas: shown when they arrive, never credited',
    usual: 'USDC, BUSD',
  }),
  DEPOSIT_XPUB: setting(
    v.pipe(
      text(),
      v.check(
        (key) => accountKeyError(key) === undefined,
        ({ input }) => accountKeyError(input) ?? '',
      ),
    ),
    {
      about: "the extended public key of a BIP-44 account (`m/44'/60'/0'`), from which payment addresses are derived",
      usual: 'none: nothing is taken on these networks',
    },
  ),
}

export const operatorSettings = {
  PAYER_KEY_FILE: setting(text(), {
    about: "the file with the paying wallet's private key, `chmod 600`; never on a node",
  }),
  DEPOSIT_KEY_FILE: setting(text(), {
    about:
      'the file with the extended private key (`xprv…`) of the account of deposits, to sweep, `chmod 600`; never on a node',
  }),
  TREASURY_ADDRESS: setting(
    v.pipe(
      contract(),
      v.check((address) => isAddress(address), 'has a mistake: its capitals do not fit its digits (EIP-55)'),
    ),
    { about: 'the address that `operate sweep` moves payments to, with the capitals of EIP-55' },
  ),
}

export const networks: Group = {
  title: 'Networks of USDT',
  readers: "every node and the operator's program",
  settings: networkSettings,
}
export const operator: Group = {
  title: "Operator's program",
  readers: "the operator's program alone",
  settings: operatorSettings,
}

const otherTokens = {
  // USDC, DAI
  ETHEREUM: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  // USDC, BUSD
  BSC: ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56'],
} as const

/** The networks whose nodes are set. */
export function toNetworks(
  values: v.InferOutput<v.ObjectSchema<typeof networkSettings, undefined>>,
): Readonly<Partial<Record<EvmChain, EvmSettings>>> {
  const settings = evmChains.flatMap((chain) => {
    const rpcUrl = values[`${chain}_RPC_URL`]
    if (rpcUrl === undefined) return []
    const network: EvmSettings = {
      rpcUrl,
      chainId: values[`${chain}_CHAIN_ID`],
      confirmations: values[`${chain}_CONFIRMATIONS`],
      token: values[`${chain}_USDT`],
      otherTokens: values[`${chain}_OTHER_TOKENS`] ?? otherTokens[chain],
    }
    return [[chain, network] as const]
  })
  return Object.fromEntries(settings)
}
