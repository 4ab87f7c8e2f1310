import type * as v from 'valibot'
import { addressOn } from '#lib/rules/addresses.ts'
import { setting, settingOr } from './group.ts'
import { checked, count, headers, matching, rpcUrl, text } from './kinds.ts'

/** Tron, on which a program pays USDT. Nothing is received there, so it has neither a treasury nor an account of deposits. */

/** Chain ids: https://developers.tron.network/docs/networks. */
const MAINNET = '0x2b6653dc'
/** Contracts as their issuers publish them. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
/** USDC, USDD, TUSD. */
const OTHER_TOKENS: readonly string[] = [
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
]

const contract = () =>
  checked(
    (address) => addressOn('TRON', address) !== undefined,
    'must be an address of Tron: 34 characters from T on, with the right checksum',
  )

export const tronSettings = {
  TRON_RPC_URL: setting(rpcUrl(), {
    about: 'a node of Tron, own or of a provider, without a path: a program pays and follows USDT through it',
    usual: 'none: paid by hand',
  }),
  TRON_JSONRPC_URL: setting(rpcUrl(), {
    about: "the address of that node's JSON-RPC, where it has one of its own",
    usual: '`TRON_RPC_URL` with `/jsonrpc`',
  }),
  TRON_RPC_HEADERS: setting(headers(), {
    about: 'headers of every request to that node: `Name: value`, several with semicolons between them',
  }),
  TRON_RPC_KEY: setting(matching(/^\S+$/, 'must be a key without spaces'), {
    about: "the provider's key, sent as `TRON-PRO-API-KEY`",
  }),
  TRON_RPC_DAILY_REQUESTS: setting(count(), {
    about: 'requests a day that the provider allows: `operate check` tells whether they are enough to pay',
  }),
  TRON_USDT: settingOr(contract(), USDT, 'the contract of USDT'),
  TRON_CHAIN_ID: settingOr(
    checked((id) => /^0x[0-9a-f]{1,8}$/.test(id), 'must be 0x and up to eight hexadecimal digits'),
    MAINNET,
    "the id of the chain: the last four bytes of its first block's id",
  ),
  TRON_PAYER_KEY_FILE: setting(text(), {
    about: "the paying wallet's key on this network",
    usual: '`PAYER_KEY_FILE`',
  }),
}

type TronValues = v.InferOutput<v.ObjectSchema<typeof tronSettings, undefined>>

/** The network, where its node is set. */
export function toTron(values: TronValues & { PAYER_KEY_FILE?: string | undefined }) {
  const { TRON_RPC_URL: url } = values
  if (url === undefined) return undefined
  return {
    code: 'TRON' as const,
    node: {
      url,
      jsonRpcUrl: values.TRON_JSONRPC_URL,
      headers: values.TRON_RPC_HEADERS ?? {},
      key: values.TRON_RPC_KEY,
      dailyRequests: values.TRON_RPC_DAILY_REQUESTS,
    },
    chainId: values.TRON_CHAIN_ID,
    finality: 'finalized' as const,
    tokens: [{ coin: 'USDT', contract: values.TRON_USDT }],
    otherTokens: OTHER_TOKENS,
    depositXpub: undefined,
    treasury: undefined,
    payerKeyFile: values.TRON_PAYER_KEY_FILE ?? values.PAYER_KEY_FILE,
    depositKeyFile: undefined,
  }
}
