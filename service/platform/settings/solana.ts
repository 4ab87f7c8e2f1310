import type * as v from 'valibot'
import { addressOn } from '#lib/rules/addresses.ts'
import { setting, settingOr } from './group.ts'
import { checked, count, headers, matching, rpcUrl, text } from './kinds.ts'

/** Solana, on which a program pays GRASS and USDT. Nothing is received there, so it has neither a treasury nor an account of deposits. */

/** The hash of the first block of the main network: https://solana.com/docs/references/clusters. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
/** Tokens as their issuers publish them. */
const GRASS = 'Grass7B4RdKfBCjTKgSqnXkqjwiGvQyFbuSCUJr3XXjs'
const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
/** USDC. */
const OTHER_TOKENS: readonly string[] = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v']

const address = () =>
  checked(
    (text) => addressOn('SOLANA', text) !== undefined,
    'must be an address of Solana: 32 bytes in base58, 32 to 44 characters',
  )

export const solanaSettings = {
  SOLANA_RPC_URL: setting(rpcUrl(), {
    about: 'a node of Solana, own or of a provider: a program pays and follows GRASS and USDT through it',
    usual: 'none: paid by hand',
  }),
  SOLANA_RPC_HEADERS: setting(headers(), {
    about: 'headers of every request to that node: `Name: value`, several with semicolons between them',
  }),
  SOLANA_RPC_KEY: setting(matching(/^\S+$/, 'must be a key without spaces'), {
    about: "the provider's key, where it takes one as `Authorization: Bearer`",
  }),
  SOLANA_RPC_DAILY_REQUESTS: setting(count(), {
    about: 'requests a day that the provider allows: `operate check` tells whether they are enough to pay',
  }),
  SOLANA_GRASS: settingOr(address(), GRASS, 'the mint of GRASS'),
  SOLANA_USDT: settingOr(address(), USDT, 'the mint of USDT'),
  SOLANA_GENESIS_HASH: settingOr(address(), MAINNET, 'the hash of the first block, which the node has to report'),
  SOLANA_PAYER_KEY_FILE: setting(text(), {
    about: "the paying wallet's key on this network, as `solana-keygen` writes it",
    usual: '`PAYER_KEY_FILE`',
  }),
}

type SolanaValues = v.InferOutput<v.ObjectSchema<typeof solanaSettings, undefined>>

/** The network, where its node is set. */
export function toSolana(values: SolanaValues & { PAYER_KEY_FILE?: string | undefined }) {
  const { SOLANA_RPC_URL: url } = values
  if (url === undefined) return undefined
  return {
    code: 'SOLANA' as const,
    node: {
      url,
      headers: values.SOLANA_RPC_HEADERS ?? {},
      key: values.SOLANA_RPC_KEY,
      dailyRequests: values.SOLANA_RPC_DAILY_REQUESTS,
    },
    chainId: values.SOLANA_GENESIS_HASH,
    finality: 'finalized' as const,
    tokens: [
      { coin: 'GRASS', contract: values.SOLANA_GRASS },
      { coin: 'USDT', contract: values.SOLANA_USDT },
    ],
    otherTokens: OTHER_TOKENS,
    depositXpub: undefined,
    treasury: undefined,
    payerKeyFile: values.SOLANA_PAYER_KEY_FILE ?? values.PAYER_KEY_FILE,
    depositKeyFile: undefined,
    depositKeySetting: 'DEPOSIT_KEY_FILE',
  }
}
