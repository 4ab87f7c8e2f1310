import { toAddress, toBytes } from './addresses.ts'

/**
 * Transactions of Solana in their legacy form, built without a node. Source: https://solana.com/docs/core/transactions. Tests compare
 * the bytes with those of @solana/kit.
 */

export interface AccountUse {
  address: string
  isSigner?: boolean
  isWritable?: boolean
}

export interface Instruction {
  program: string
  accounts: readonly AccountUse[]
  data: Uint8Array
}

/** A length in bytes of seven bits (compact-u16); no message here has 16,384 of anything. */
const lengthOf = (count: number): number[] => (count < 128 ? [count] : [(count & 127) | 128, count >> 7])

/** The order of @solana/kit within a group; the network takes any. */
let collator: Intl.Collator | undefined
const byAddress = (one: Account, other: Account): number => {
  collator ??= new Intl.Collator('en', { caseFirst: 'lower' })
  return collator.compare(one.address, other.address)
}

interface Account {
  address: string
  isSigner: boolean
  isWritable: boolean
}

/** All accounts of the instructions, once each: signers before others, writable before read-only, the payer of the fee first. */
function accountsOf(payer: string, instructions: readonly Instruction[]): Account[] {
  const found = new Map<string, Account>()
  const add = ({ address, isSigner = false, isWritable = false }: AccountUse) => {
    const known = found.get(address)
    found.set(address, {
      address,
      isSigner: isSigner || known?.isSigner === true,
      isWritable: isWritable || known?.isWritable === true,
    })
  }
  for (const { program, accounts } of instructions) for (const one of [...accounts, { address: program }]) add(one)
  found.delete(payer)
  const others = [...found.values()].sort(
    (one, other) =>
      Number(other.isSigner) - Number(one.isSigner) ||
      Number(other.isWritable) - Number(one.isWritable) ||
      byAddress(one, other),
  )
  return [{ address: payer, isSigner: true, isWritable: true }, ...others]
}

/** The bytes that are signed. */
export function messageOf(payer: string, instructions: readonly Instruction[], blockhash: string): Uint8Array {
  const accounts = accountsOf(payer, instructions)
  const count = (isCounted: (account: Account) => boolean) => accounts.filter(isCounted).length
  const at = (address: string) => accounts.findIndex((account) => account.address === address)
  return Uint8Array.from([
    count(({ isSigner }) => isSigner),
    count(({ isSigner, isWritable }) => isSigner && !isWritable),
    count(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ...lengthOf(accounts.length),
    ...accounts.flatMap(({ address }) => [...toAccount(address)]),
    ...toBytes(blockhash),
    ...lengthOf(instructions.length),
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      at(program),
      ...lengthOf(used.length),
      ...used.map(({ address }) => at(address)),
      ...lengthOf(data.length),
      ...data,
    ]),
  ])
}

/** The system program has the address of zeros, which is nobody's elsewhere. */
const toAccount = (address: string): Uint8Array => (/^1{32}$/.test(address) ? new Uint8Array(32) : toBytes(address))

const SIGNATURE_BYTES = 64

/** A transaction with one signature, as nodes take it: base64. */
export const toWire = (signature: Uint8Array, message: Uint8Array): string =>
  Buffer.from([1, ...signature, ...message]).toString('base64')

export interface Wire {
  /** The first signature, in base58: the id of the transaction. */
  id: string
  message: Uint8Array
}

/** The parts of a transaction with one signature; undefined for a text that is none. */
export function readWire(text: string): Wire | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  const message = bytes.subarray(1 + SIGNATURE_BYTES)
  // The shortest message has a header, one key, a block's hash, and no instruction.
  if (bytes[0] !== 1 || message.length < 69 || message[0] !== 1) return undefined
  return { id: toAddress(bytes.subarray(1, 1 + SIGNATURE_BYTES)), message }
}

/** The addresses of a message, by their index. */
export function accountsIn(message: Uint8Array): string[] {
  const [count = 0] = message.subarray(3)
  return Array.from({ length: count }, (_, index) => toAddress(message.subarray(4 + 32 * index, 36 + 32 * index)))
}
