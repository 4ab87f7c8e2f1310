import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { addressOfKey, toBytes } from './addresses.ts'
import { bytesField, intField, readFields } from './wire.ts'

/**
 * Tron's transactions, built and signed without a node. Numbers of fields and types: `core/Tron.proto` and `core/contract/*.proto`
 * of github.com/tronprotocol/protocol. Tests compare the bytes with those of tronweb.
 */

/** The place of a transaction in time: it is valid only on a chain with its reference block, and until it expires. */
export interface Validity {
  /** Number and id of a block; the id has 64 hexadecimal digits. */
  refBlock: string
  refId: string
  /** Unix milliseconds. Two equal calls of one reference block differ only by it. */
  timestamp: number
  /** Unix milliseconds: no block takes the transaction once its chain is there. */
  expiration: number
}

/** Amounts in sun: a TRX has 1,000,000. */
export type Call =
  /** Sends TRX. It creates the account of the recipient, which costs the sender 1 TRX and bandwidth. */
  | { type: 'transfer'; owner: string; to: string; amount: bigint }
  /** Calls a contract. `feeLimit`: sun for energy at most; what it does not cover fails, and is burnt. */
  | { type: 'trigger'; owner: string; contract: string; data: Uint8Array; feeLimit: bigint }
  /** Lends the energy of staked TRX, without a lock, and takes it back. */
  | { type: 'delegate' | 'undelegate'; owner: string; receiver: string; balance: bigint }

const ENERGY = 1

const CONTRACTS = {
  transfer: { number: 1, name: 'TransferContract' },
  trigger: { number: 31, name: 'TriggerSmartContract' },
  delegate: { number: 57, name: 'DelegateResourceContract' },
  undelegate: { number: 58, name: 'UnDelegateResourceContract' },
} as const

function messageOf(call: Call): number[] {
  const owner = bytesField(1, toBytes(call.owner))
  if (call.type === 'transfer') return [...owner, ...bytesField(2, toBytes(call.to)), ...intField(3, call.amount)]
  if (call.type === 'trigger') return [...owner, ...bytesField(2, toBytes(call.contract)), ...bytesField(4, call.data)]
  return [...owner, ...intField(2, ENERGY), ...intField(3, call.balance), ...bytesField(4, toBytes(call.receiver))]
}

/** The bytes that are signed: `Transaction.raw`. Their SHA-256 is the transaction's id. */
export function rawOf(call: Call, { refBlock, refId, timestamp, expiration }: Validity): Uint8Array {
  const { number, name } = CONTRACTS[call.type]
  const parameter = [
    ...bytesField(1, utf8ToBytes(`type.googleapis.com/protocol.${name}`)),
    ...bytesField(2, messageOf(call)),
  ]
  // Bytes 6 and 7 of the block's number, bytes 8 to 15 of its id.
  const reference = hexToBytes(BigInt(refBlock).toString(16).padStart(16, '0')).subarray(6)
  return Uint8Array.from([
    ...bytesField(1, reference),
    ...bytesField(4, hexToBytes(refId).subarray(8, 16)),
    ...intField(8, expiration),
    ...bytesField(11, [...intField(1, number), ...bytesField(2, parameter)]),
    ...intField(14, timestamp),
    ...(call.type === 'trigger' ? intField(18, call.feeLimit) : []),
  ])
}

/** The id of a transaction: 64 hexadecimal digits, as explorers show it. */
export const idOfRaw = (raw: Uint8Array): string => bytesToHex(sha256(raw))

/** The id of a signed transaction. Throws a RangeError for a text that is none. */
export const idOfSigned = (signed: string): string => idOfRaw(readFields(hexToBytes(signed)).bytes(1))

/** The key of an account. */
export interface Signer {
  address: string
  /** Signs bytes: r, s, and 27 or 28 by the parity, as Tron's nodes recover the key. */
  sign(raw: Uint8Array): Uint8Array
}

export function createSigner(privateKey: Uint8Array): Signer {
  return {
    address: addressOfKey(secp256k1.getPublicKey(privateKey)),
    sign(raw) {
      const [recovery = 0, ...rest] = secp256k1.sign(sha256(raw), privateKey, { prehash: false, format: 'recovered' })
      return Uint8Array.from([...rest, recovery + 27])
    },
  }
}

/** A call signed for its place in time, as the hexadecimal text that nodes take. */
export function signCall(signer: Signer, call: Call, validity: Validity): { id: string; signed: string } {
  const raw = rawOf(call, validity)
  const signed = [...bytesField(1, raw), ...bytesField(2, signer.sign(raw))]
  return { id: idOfRaw(raw), signed: bytesToHex(Uint8Array.from(signed)) }
}

/** Bytes of a result that the network adds to each transaction when it counts bandwidth (MAX_RESULT_SIZE_IN_TX). */
const RESULT_BYTES = 64
const SIGNATURE_BYTES = 67

/** Bytes of bandwidth that a transaction takes. */
export const bandwidthOf = (call: Call, validity: Validity): number => {
  const raw = rawOf(call, validity)
  return bytesField(1, raw).length + SIGNATURE_BYTES + RESULT_BYTES
}

/** The call `transfer(address,uint256)` of a token: a selector and two words of 32 bytes. */
export const transferData = (to: string, value: bigint): Uint8Array => hexToBytes(`a9059cbb${transferWords(to, value)}`)

/** The two words without the selector, as `/wallet/triggerconstantcontract` takes them. */
export const transferWords = (to: string, value: bigint): string =>
  `${bytesToHex(toBytes(to).subarray(1)).padStart(64, '0')}${value.toString(16).padStart(64, '0')}`
