import type { TokenTransfer } from '../network.ts'
import { tokenAccountOf } from './addresses.ts'
import type { Instruction } from './message.ts'
import { ASSOCIATED_TOKEN, COMPUTE_BUDGET, SYSTEM } from './programs.ts'

/** The instructions of a token transfer. Numbers and accounts: the interfaces of the programs at github.com/solana-program. */

const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12

function littleEndian(value: bigint, bytes: number): number[] {
  if (value < 0n || value >= 1n << BigInt(8 * bytes)) throw new RangeError(`${value} does not fit into ${bytes} bytes`)
  return Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
}

export interface TransferParts {
  /** The program that owns the token, and the token's decimals: the network refuses a transfer with others. */
  program: string
  decimals: number
  /** Whether the recipient's token account is created, at the payer's cost. It may exist by then. */
  creates: boolean
  /** Compute units at most, and the millionths of a lamport that are paid for each. */
  unitLimit: number
  unitPrice: bigint
}

export function transferInstructions(
  { payer, to, token, value }: TokenTransfer,
  { program, decimals, creates, unitLimit, unitPrice }: TransferParts,
): Instruction[] {
  const [source, target] = [payer, to].map((owner) => tokenAccountOf(owner, { token, program })) as [string, string]
  const budget = (number: number, value: bigint, bytes: number): Instruction => ({
    program: COMPUTE_BUDGET,
    accounts: [],
    data: Uint8Array.from([number, ...littleEndian(value, bytes)]),
  })
  const create: Instruction = {
    program: ASSOCIATED_TOKEN,
    accounts: [
      { address: payer, isSigner: true, isWritable: true },
      { address: target, isWritable: true },
      { address: to },
      { address: token },
      { address: SYSTEM },
      { address: program },
    ],
    data: Uint8Array.from([CREATE_IDEMPOTENT]),
  }
  return [
    budget(SET_UNIT_LIMIT, BigInt(unitLimit), 4),
    budget(SET_UNIT_PRICE, unitPrice, 8),
    ...(creates ? [create] : []),
    {
      program,
      accounts: [
        { address: source, isWritable: true },
        { address: token },
        { address: target, isWritable: true },
        { address: payer, isSigner: true },
      ],
      data: Uint8Array.from([TRANSFER_CHECKED, ...littleEndian(value, 8), decimals]),
    },
  ]
}
