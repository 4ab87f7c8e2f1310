import * as v from 'valibot'
import { addressOn } from '#lib/rules/addresses.ts'
import { accountKeyError } from './account-key.ts'
import { setting, settingOr } from './group.ts'
import { checked, count, headers, matching, rpcUrl, text } from './kinds.ts'

/** Tron, on which USDT is received, paid and collected. Its deposit addresses have an account of their own. */

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

/** Half of what TronGrid gives a free key; the rest is left to retries and restarts. */
const DAILY_REQUESTS = '50000'
/** 195 is Tron in SLIP-44. */
const ACCOUNT = "m/44'/195'/0'"

const address = () =>
  checked(
    (text) => addressOn('TRON', text) !== undefined,
    'must be an address of Tron: 34 characters from T on, with the right checksum',
  )

export const tronSettings = {
  TRON_RPC_URL: setting(rpcUrl(), {
    about: 'a node of Tron, own or of a provider, without a path: USDT is read, paid and followed through it',
    usual: 'none: paid by hand, and nothing is taken',
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
  TRON_RPC_DAILY_REQUESTS: settingOr(
    count(),
    DAILY_REQUESTS,
    'requests a day that the provider allows: polls are as far apart as that demands',
  ),
  TRON_USDT: settingOr(address(), USDT, 'the contract of USDT'),
  TRON_CHAIN_ID: settingOr(
    checked((id) => /^0x[0-9a-f]{1,8}$/.test(id), 'must be 0x and up to eight hexadecimal digits'),
    MAINNET,
    "the id of the chain: the last four bytes of its first block's id",
  ),
  TRON_PAYER_KEY_FILE: setting(text(), {
    about: "the paying wallet's key on this network",
    usual: '`PAYER_KEY_FILE`',
  }),
  TRON_DEPOSIT_XPUB: setting(
    v.pipe(
      text(),
      v.check(
        (key) => accountKeyError(key, ACCOUNT) === undefined,
        ({ input }) => accountKeyError(input, ACCOUNT) ?? '',
      ),
    ),
    {
      about: `the extended public key of a BIP-44 account (\`${ACCOUNT}\`), from which payment addresses of Tron are derived`,
      usual: 'none: nothing is taken on Tron',
    },
  ),
  TRON_DEPOSIT_KEY_FILE: setting(text(), {
    about: 'the file with the extended private key (`xprv…`) of that account, to sweep, `chmod 600`; never on a node',
    usual: 'none: nothing is swept on Tron',
  }),
  TRON_TREASURY: setting(address(), { about: 'where `operate sweep` moves the payments of Tron' }),
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
    depositXpub: values.TRON_DEPOSIT_XPUB,
    treasury: values.TRON_TREASURY,
    payerKeyFile: values.TRON_PAYER_KEY_FILE ?? values.PAYER_KEY_FILE,
    depositKeyFile: values.TRON_DEPOSIT_KEY_FILE,
    depositKeySetting: 'TRON_DEPOSIT_KEY_FILE',
  }
}
