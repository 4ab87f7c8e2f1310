import { NetworkError, NodeError } from '../network.ts'
import { isKey, toAddress, tokenAccountOf } from './addresses.ts'
import type { Commitment, SolanaNode } from './node.ts'
import { SYSTEM, TOKEN, TOKEN_2022, tokenPrograms } from './programs.ts'
import { type Account, readAccounts } from './replies.ts'

/**
 * Tokens and their accounts, from the bytes that the token programs keep. Source: `interface/src/state.rs` of
 * github.com/solana-program/token, and the same of token-2022.
 */

const MINT_BYTES = 82
const ACCOUNT_BYTES = 165
/** Token-2022 tells its accounts apart by the byte after the longest of Token: 1 is a token, 2 is an account. */
const KIND_AT = 165
const KINDS = { mint: 1, account: 2 } as const

/** A token: the program that owns it, and its decimals. */
export interface Mint {
  program: string
  decimals: number
}

function isKind(account: Account, kind: keyof typeof KINDS): boolean {
  const { owner, data } = account
  const bytes = kind === 'mint' ? MINT_BYTES : ACCOUNT_BYTES
  if (owner === TOKEN) return data.length === bytes
  return owner === TOKEN_2022 && (data.length === bytes || (data.length > KIND_AT && data[KIND_AT] === KINDS[kind]))
}

/** The token at an address, of an account that was read. */
export function toMint(address: string, account: Account | undefined): Mint {
  const [decimals, isInitialized] = account?.data.subarray(44, 46) ?? []
  if (!account || !isKind(account, 'mint') || decimals === undefined || isInitialized !== 1)
    throw new NetworkError(`The network has no token at ${address}.`)
  return { program: account.owner, decimals }
}

export async function readMint(node: SolanaNode, token: string): Promise<Mint> {
  const [account] = await readAccounts(node, [token])
  return toMint(token, account)
}

export interface TokenAccount {
  token: string
  /** The only one that can move what it holds. */
  owner: string
  amount: bigint
  isFrozen: boolean
}

const INITIALIZED = 1
const FROZEN = 2

/** Undefined for an account that is none of the token programs, or not set up. */
export function toTokenAccount(account: Account): TokenAccount | undefined {
  const { data } = account
  const state = data[108]
  if (!isKind(account, 'account') || (state !== INITIALIZED && state !== FROZEN)) return undefined
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
  return {
    token: toAddress(data.subarray(0, 32)),
    owner: toAddress(data.subarray(32, 64)),
    amount,
    isFrozen: state === FROZEN,
  }
}

/** The token account of an owner, of the account that was read at its address; undefined where there is none yet. */
export function tokenAccountAt(
  account: Account | undefined,
  { owner, token, program }: { owner: string; token: string; program: string },
): TokenAccount | undefined {
  // Lamports that anybody has sent there are no obstacle to its creation.
  if (!account || (account.owner === SYSTEM && account.data.length === 0)) return undefined
  const found = account.owner === program ? toTokenAccount(account) : undefined
  if (found?.token !== token) throw new NodeError(`The node tells no token account where ${owner} has one.`)
  // The owner of a token account can hand it to somebody else, while its address stays.
  if (found.owner !== owner)
    throw new NetworkError(`The token account of ${owner} belongs to ${found.owner}: what is sent there is theirs.`)
  return found
}

/** The balance of an owner's token account: the one that wallets show and this program pays to. */
export async function readTokenBalance(node: SolanaNode, owner: string, token: string): Promise<bigint> {
  const { program } = await readMint(node, token)
  const [account] = await readAccounts(node, [tokenAccountOf(owner, { token, program })])
  return tokenAccountAt(account, { owner, token, program })?.amount ?? 0n
}

export async function readLamports(node: SolanaNode, owner: string, commitment?: Commitment): Promise<bigint> {
  const [account] = await readAccounts(node, [owner], commitment)
  return account?.lamports ?? 0n
}

/** The reason why an address is no wallet, as the end of a sentence; undefined when it is one, or may become one. */
export function notWalletReason(address: string, account: Account | undefined): string | undefined {
  if (account && tokenPrograms.includes(account.owner) && !account.executable)
    return isKind(account, 'mint')
      ? 'is a token, not a wallet'
      : 'is a token account, not a wallet: ask for the address of the wallet that owns it'
  if (account?.executable) return 'is a program, not a wallet'
  if (account && account.owner !== SYSTEM) return `is kept by the program ${account.owner}: it is no wallet`
  return isKey(address) ? undefined : 'is derived for a program: no key belongs to it, and it is no wallet'
}
