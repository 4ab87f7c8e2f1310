import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { addressOfKey, fromHex } from '#service/chains/tron/addresses.ts'
import { readFields } from '#service/chains/tron/wire.ts'

/**
 * The part of Tron that no Ethereum node has: accounts that have to be created, TRX, energy and bandwidth. It follows the published
 * rules in a simple form, and is no measure of them: the guide lists what has to be tried on a public test network.
 */

export const ENERGY_OF_TRANSFER = 64_285
/** A recipient that never held the token takes a new storage cell. */
export const ENERGY_OF_FIRST_TRANSFER = 130_285
export const SUN_PER_ENERGY = 100n
export const SUN_PER_BYTE = 1_000n
export const ACTIVATION_SUN = 1_100_000n
const FREE_BYTES = 600
/** Energy of one staked TRX: 180 billion of energy a day for 20 billion TRX. */
export const TOTAL_ENERGY = { TotalEnergyLimit: 180_000_000_000, TotalEnergyWeight: 20_000_000_000 }
const energyOf = (sun: bigint): number =>
  Math.floor((Number(sun) / 1e6) * (TOTAL_ENERGY.TotalEnergyLimit / TOTAL_ENERGY.TotalEnergyWeight))

interface Account {
  balance: bigint
  /** Sun that it has staked for energy, without that which it has lent. */
  staked: bigint
  /** Sun lent by others. */
  borrowed: Map<string, bigint>
  usedEnergy: number
  usedBytes: number
}

/** A call as a node reads it out of signed bytes. */
export interface ReadCall {
  id: string
  type: number
  owner: string
  /** The contract of a call, the recipient of a transfer, or the receiver of energy. */
  to: string
  data: string
  amount: bigint
  feeLimit: bigint
  expiration: number
  refBytes: string
  refHash: string
  /** The signer's address; undefined for a signature that is none. */
  signer: string | undefined
  bytes: number
}

const TRIGGER = 31

/** Reads a signed transaction as java-tron does. */
export function readCall(hex: string): ReadCall {
  const signed = hexToBytes(hex)
  const transaction = readFields(signed)
  const raw = transaction.bytes(1)
  const fields = readFields(raw)
  const contract = readFields(fields.bytes(11))
  const type = Number(contract.int(1))
  const message = readFields(readFields(contract.bytes(2)).bytes(2))
  const isEnergy = type === 57 || type === 58
  return {
    id: bytesToHex(sha256(raw)),
    type,
    owner: fromHex(bytesToHex(message.bytes(1))),
    to: fromHex(bytesToHex(message.bytes(isEnergy ? 4 : 2))),
    data: type === TRIGGER ? bytesToHex(message.bytes(4)) : '',
    amount: message.int(3),
    feeLimit: fields.int(18),
    expiration: Number(fields.int(8)),
    refBytes: bytesToHex(fields.bytes(1)),
    refHash: bytesToHex(fields.bytes(4)),
    signer: signerOf(sha256(raw), transaction.bytes(2)),
    bytes: signed.length + 64,
  }
}

function signerOf(hash: Uint8Array, signature: Uint8Array): string | undefined {
  if (signature.length !== 65) return undefined
  const form = Uint8Array.from([(signature[64] ?? 0) - 27, ...signature.subarray(0, 64)])
  try {
    return addressOfKey(secp256k1.Signature.fromBytes(form, 'recovered').recoverPublicKey(hash).toBytes(false))
  } catch {
    return undefined
  }
}

/** A refusal of a node, with its code. */
export class RefusedByNodeError extends Error {
  override name = 'RefusedByNodeError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function createLedger() {
  const accounts = new Map<string, Account>()
  const prices = { energy: SUN_PER_ENERGY, byte: SUN_PER_BYTE }

  const open = (address: string): Account => {
    const account: Account = accounts.get(address) ?? {
      balance: 0n,
      staked: 0n,
      borrowed: new Map(),
      usedEnergy: 0,
      usedBytes: 0,
    }
    accounts.set(address, account)
    return account
  }
  const energyLimit = ({ staked, borrowed }: Account): number =>
    energyOf(staked + [...borrowed.values()].reduce((sum, one) => sum + one, 0n))
  const invalid = (message: string) => new RefusedByNodeError('CONTRACT_VALIDATE_ERROR', message)

  /** Burns the bandwidth of a transaction, from the free part where it is enough. Returns the sun. */
  function takeBandwidth(account: Account, bytes: number): bigint {
    if (FREE_BYTES - account.usedBytes >= bytes) {
      account.usedBytes += bytes
      return 0n
    }
    const burnt = BigInt(bytes) * prices.byte
    if (account.balance < burnt) throw new RefusedByNodeError('BANDWITH_ERROR', 'account resource insufficient error')
    account.balance -= burnt
    return burnt
  }

  function moveTrx(account: Account, { to, amount }: ReadCall): bigint {
    const activation = accounts.has(to) ? 0n : ACTIVATION_SUN
    if (account.balance < amount + activation) throw invalid('balance is not sufficient.')
    account.balance -= amount + activation
    open(to).balance += amount
    return activation
  }

  function moveEnergy(account: Account, { type, owner, to, amount }: ReadCall): bigint {
    const receiver = accounts.get(to)
    if (!receiver) throw invalid(`Account[${to}] not exists`)
    const lent = receiver.borrowed.get(owner) ?? 0n
    const isBack = type === 58
    if (!isBack && account.staked < amount)
      throw invalid('delegateBalance must be less than available FreezeEnergyV2 balance')
    if (isBack && lent < amount) throw invalid('insufficient delegateFrozenBalance(energy)')
    account.staked += isBack ? amount : -amount
    receiver.borrowed.set(owner, isBack ? lent - amount : lent + amount)
    return 0n
  }

  /** Pays for the energy of a call. Returns the burnt sun and whether it was enough. */
  function takeEnergy(account: Account, { feeLimit }: ReadCall, energy: number): { burnt: bigint; isEnough: boolean } {
    const own = Math.max(0, Math.min(energy, energyLimit(account) - account.usedEnergy))
    const price = BigInt(energy - own) * prices.energy
    const payable = feeLimit < account.balance ? feeLimit : account.balance
    const isEnough = price <= payable
    const burnt = isEnough ? price : payable
    account.usedEnergy += own
    account.balance -= burnt
    return { burnt, isEnough }
  }

  return {
    prices,
    /** Everything as it is now, for `restore`. */
    snapshot: () => structuredClone(accounts),
    restore(snapshot: Map<string, Account>) {
      accounts.clear()
      for (const [address, account] of snapshot) accounts.set(address, account)
    },
    /** Gives an account TRX, and creates it. */
    give(address: string, sun: bigint) {
      open(address).balance += sun
    },
    /** Sets the TRX of an account, and creates it. */
    set(address: string, sun: bigint) {
      open(address).balance = sun
    },
    stake(address: string, sun: bigint) {
      open(address).staked += sun
    },
    balanceOf: (address: string): bigint => accounts.get(address)?.balance ?? 0n,
    exists: (address: string): boolean => accounts.has(address),
    /** Sun that is lent to an address. */
    lentTo: (address: string): bigint =>
      [...(accounts.get(address)?.borrowed.values() ?? [])].reduce((sum, one) => sum + one, 0n),
    stakedOf: (address: string): bigint => accounts.get(address)?.staked ?? 0n,
    /** The answer of `getaccountresource`; empty for an address that is no account. */
    resources(address: string): Record<string, number> {
      const account = accounts.get(address)
      if (!account) return {}
      return {
        freeNetLimit: FREE_BYTES,
        freeNetUsed: account.usedBytes,
        EnergyLimit: energyLimit(account),
        EnergyUsed: account.usedEnergy,
        ...TOTAL_ENERGY,
      }
    },
    useUpBandwidth(address: string) {
      open(address).usedBytes = FREE_BYTES
    },
    /** Executes a transaction when it is taken. `energy`: of a call to a contract. */
    execute(call: ReadCall, energy: number): { fee: bigint; isEnough: boolean } {
      const account = accounts.get(call.owner)
      if (!account) throw invalid(`account [${call.owner}] does not exist`)
      if (call.type === TRIGGER) {
        const bandwidth = takeBandwidth(account, call.bytes)
        const { burnt, isEnough } = takeEnergy(account, call, energy)
        return { fee: bandwidth + burnt, isEnough }
      }
      const special = call.type === 1 ? moveTrx(account, call) : moveEnergy(account, call)
      return { fee: special + takeBandwidth(account, call.bytes), isEnough: true }
    },
  }
}
