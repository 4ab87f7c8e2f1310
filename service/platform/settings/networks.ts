import * as v from 'valibot'
import { addressOn } from '#lib/rules/addresses.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import { accountKeyError } from './account-key.ts'
import { type Group, setting, settingOr } from './group.ts'
import { count, headers, matching, rpcUrl, text } from './kinds.ts'
import { solanaSettings, toSolana } from './solana.ts'
import { toTron, tronSettings } from './tron.ts'

/** The networks that a program receives from or pays on. Each has a node, tokens, and where money is kept. */

export interface NodeSettings {
  url: string
  /** The address of JSON-RPC, where a node has several interfaces. */
  jsonRpcUrl?: string | undefined
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
  /** The provider's key; each kind of network has a header for it. */
  key: string | undefined
  /** Requests a day that the provider allows. */
  dailyRequests: number | undefined
}

export interface NetworkSettings {
  code: ChainCode | 'LOCAL'
  node: NodeSettings
  /** The id that the node has to report. */
  chainId: string
  /** When a transaction is final: after so many blocks, or when the network says so. */
  finality: { blocks: number } | 'finalized'
  /** Blocks that hold the last final one at least, its own included, whatever a node says. */
  minDepth?: number
  tokens: readonly { coin: string; contract: string }[]
  /** Contracts of tokens that somebody might send in their place: shown where they arrive, and never credited. */
  otherTokens: readonly string[]
  /** The extended public key of deposit addresses; without one nothing is taken. */
  depositXpub: string | undefined
  /** Where payments are moved. */
  treasury: string | undefined
  /** Files of private keys; the operator's program alone reads them. */
  payerKeyFile: string | undefined
  depositKeyFile: string | undefined
  /** The name of the setting of that file. */
  depositKeySetting: string
}

const HEX_DIGITS = 'must be 0x and 40 hexadecimal digits'
const CONTRACT = /^0x[0-9a-fA-F]{40}$/
const contract = () => matching(CONTRACT, HEX_DIGITS)
const contracts = () =>
  v.pipe(
    matching(/^0x[0-9a-fA-F]{40}(?:\s*,\s*0x[0-9a-fA-F]{40})*$/, 'must be contracts with commas between them'),
    v.transform((list) => list.split(/\s*,\s*/)),
  )
const capitalised = () =>
  v.pipe(
    contract(),
    v.check(
      // The form was named by the rule before.
      (address) => !CONTRACT.test(address) || addressOn('ETHEREUM', address) !== undefined,
      'has a mistake: its capitals do not fit its digits (EIP-55)',
    ),
  )

interface Published {
  name: string
  chainId: string
  usdt: string
  /** Blocks until a transaction is final; without them the network's own word counts. */
  confirmations?: string
  /** Blocks that hold the network's last final one at least. */
  minDepth?: number
  others: string
}

/** The settings of one network, without its code in front of their names. */
const parts = ({ name, chainId, usdt, confirmations, others }: Published) => ({
  RPC_URL: setting(rpcUrl(), {
    about: `a node of ${name}, through which a program pays and follows USDT`,
    usual: 'none: paid by hand, and nothing is taken',
  }),
  RPC_HEADERS: setting(headers(), {
    about: 'headers of every request to that node: `Name: value`, several with semicolons between them',
  }),
  RPC_KEY: setting(matching(/^\S+$/, 'must be a key without spaces'), {
    about: "the provider's key, where it takes one as `Authorization: Bearer`",
  }),
  RPC_DAILY_REQUESTS: setting(count(), {
    about: 'requests a day that the provider allows: polls are as far apart as that demands',
    usual: 'none: a poll in 5 seconds',
  }),
  USDT: settingOr(contract(), usdt, 'the contract of USDT'),
  CHAIN_ID: settingOr(count(), chainId, 'the id of the chain'),
  CONFIRMATIONS: setting(count(), {
    about: 'blocks until a transaction is final',
    usual: confirmations === undefined ? "none: the network's own tag `finalized` counts" : `\`${confirmations}\``,
  }),
  OTHER_TOKENS: setting(contracts(), {
    about: 'contracts of other tokens, separated by commas: shown when they arrive, never credited',
    usual: others,
  }),
  TREASURY: setting(capitalised(), {
    about: 'where `operate sweep` moves the payments of this network',
    usual: '`TREASURY_ADDRESS`',
  }),
  PAYER_KEY_FILE: setting(text(), {
    about: "the paying wallet's key on this network",
    usual: '`PAYER_KEY_FILE`',
  }),
})
type Parts = ReturnType<typeof parts>

/** The same with the code in front: `BSC_RPC_URL`. */
const ofNetwork = <const C extends string>(code: C, published: Published) =>
  Object.fromEntries(Object.entries(parts(published)).map(([name, schema]) => [`${code}_${name}`, schema])) as {
    [K in keyof Parts as `${C}_${K}`]: Parts[K]
  }

/** Chain ids of EIP-155, contracts as their issuers publish them. */
const published = {
  ETHEREUM: {
    name: 'Ethereum',
    chainId: '1',
    usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    confirmations: '12',
    others: 'USDC, DAI',
  },
  BSC: {
    name: 'BNB Smart Chain',
    chainId: '56',
    usdt: '0x55d398326f99059fF775485246999027B3197955',
    minDepth: 15,
    others: 'USDC, BUSD',
  },
  POLYGON: {
    name: 'Polygon',
    chainId: '137',
    usdt: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    minDepth: 12,
    others: 'USDC, USDC.e',
  },
  ARBITRUM: {
    name: 'Arbitrum One',
    chainId: '42161',
    usdt: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    minDepth: 600,
    others: 'USDC, USDC.e',
  },
} as const satisfies Readonly<Partial<Record<ChainCode, Published>>>

/** The networks on which payments can be received; a program pays on them too. */
const receivingNetworks = ['ETHEREUM', 'BSC', 'POLYGON', 'ARBITRUM'] as const satisfies readonly ChainCode[]
/** The networks whose nodes can be set: a program pays on each. */
export const settableNetworks = [...receivingNetworks, 'TRON', 'SOLANA'] as const satisfies readonly ChainCode[]

const otherTokens: Readonly<Record<keyof typeof published, readonly string[]>> = {
  // USDC, DAI
  ETHEREUM: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  // USDC, BUSD
  BSC: ['0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56'],
  // USDC, and the one that the bridge made
  POLYGON: ['0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
  ARBITRUM: ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
}

export const networkSettings = {
  ...ofNetwork('ETHEREUM', published.ETHEREUM),
  ...ofNetwork('BSC', published.BSC),
  BSC_NODEPAY: setting(contract(), {
    about: 'the contract of NODEPAY, which a program then pays',
    usual: 'none: NODEPAY is paid by hand',
  }),
  ...ofNetwork('POLYGON', published.POLYGON),
  ...ofNetwork('ARBITRUM', published.ARBITRUM),
  ...tronSettings,
  ...solanaSettings,
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
  TREASURY_ADDRESS: setting(capitalised(), {
    about: 'the address that `operate sweep` moves payments to, with the capitals of EIP-55',
  }),
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

type NetworkValues = v.InferOutput<v.ObjectSchema<typeof networkSettings & typeof operatorSettings, undefined>>

const finalityOf = (blocks: number | undefined, usual: string | undefined): NetworkSettings['finality'] => {
  if (blocks !== undefined) return { blocks }
  return usual === undefined ? 'finalized' : { blocks: Number(usual) }
}

/** The networks whose nodes are set. */
export function toNetworks(values: NetworkValues): Readonly<Partial<Record<ChainCode, NetworkSettings>>> {
  const found = receivingNetworks.flatMap((code) => {
    const url = values[`${code}_RPC_URL`]
    if (url === undefined) return []
    const usual: Published = published[code]
    const nodepay = code === 'BSC' ? values.BSC_NODEPAY : undefined
    const network: NetworkSettings = {
      code,
      node: {
        url,
        headers: values[`${code}_RPC_HEADERS`] ?? {},
        key: values[`${code}_RPC_KEY`],
        dailyRequests: values[`${code}_RPC_DAILY_REQUESTS`],
      },
      chainId: String(values[`${code}_CHAIN_ID`]),
      finality: finalityOf(values[`${code}_CONFIRMATIONS`], usual.confirmations),
      ...(usual.minDepth !== undefined && { minDepth: usual.minDepth }),
      tokens: [
        { coin: 'USDT', contract: values[`${code}_USDT`] },
        ...(nodepay === undefined ? [] : [{ coin: 'NODEPAY', contract: nodepay }]),
      ],
      otherTokens: values[`${code}_OTHER_TOKENS`] ?? otherTokens[code],
      depositXpub: values.DEPOSIT_XPUB,
      treasury: values[`${code}_TREASURY`] ?? values.TREASURY_ADDRESS,
      payerKeyFile: values[`${code}_PAYER_KEY_FILE`] ?? values.PAYER_KEY_FILE,
      depositKeyFile: values.DEPOSIT_KEY_FILE,
      depositKeySetting: 'DEPOSIT_KEY_FILE',
    }
    return [[code, network] as const]
  })
  const tron = toTron(values)
  const solana = toSolana(values)
  return { ...Object.fromEntries(found), ...(tron && { TRON: tron }), ...(solana && { SOLANA: solana }) }
}
