import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  address,
  type EncodedAccount,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type MaybeEncodedAccount,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'

/**
 * A chain of Solana on this machine: `litesvm` executes transactions with the real runtime and the real programs, and this file gives
 * them blocks, slots, blockhashes that expire, duplicates and forks.
 */

const SYSTEM = address('11111111111111111111111111111111')
/** 2026-11-26 12:00 UTC in seconds: the time of the first block. */
const FIRST_BLOCK_SECONDS = 1_795_694_400
/** Each seventh slot has no block, so that slots and heights differ. */
const SKIPPED = 7
/** Blocks with whose hash a transaction may be in the next block. */
const MAX_AGE = 150n
/** Blocks on a final one. */
const FINAL_DEPTH = 31n

export type Commitment = 'processed' | 'confirmed' | 'finalized'
const depths: Readonly<Record<Commitment, bigint>> = { processed: 0n, confirmed: 1n, finalized: FINAL_DEPTH }

const blockErrors: Readonly<Record<number, string>> = {
  2: 'AccountNotFound',
  4: 'InsufficientFundsForFee',
  5: 'InvalidAccountForFee',
  6: 'AlreadyProcessed',
  7: 'BlockhashNotFound',
  11: 'SignatureFailure',
}
const instructionErrors: Readonly<Record<number, string>> = {
  1: 'InvalidArgument',
  3: 'InvalidAccountData',
  5: 'InsufficientFunds',
  6: 'IncorrectProgramId',
  36: 'ComputationalBudgetExceeded',
  47: 'IllegalOwner',
}

/** An error in the form of JSON-RPC: `"AccountNotFound"` or `{"InstructionError":[2,{"Custom":17}]}`. */
export function toFault(failed: FailedTransactionMetadata): unknown {
  const err = failed.err() as number | { index?: number; accountIndex?: number; err?(): number | { code: number } }
  if (typeof err === 'number') return blockErrors[err] ?? `Error${err}`
  const inner = err.err?.()
  if (inner === undefined) return { InsufficientFundsForRent: { account_index: err.accountIndex } }
  const name = typeof inner === 'number' ? (instructionErrors[inner] ?? `Error${inner}`) : { Custom: inner.code }
  return { InstructionError: [err.index, name] }
}

export interface TokenBalance {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: { amount: string }
}

export interface Executed {
  id: string
  wire: string
  fault: unknown
  logs: string[]
  units: number
  balances: [TokenBalance[], TokenBalance[]]
}

export interface Block {
  slot: number
  height: bigint
  hash: string
  parentHash: string
  parentSlot: number
  seconds: number
  transactions: Executed[]
  /** Accounts as they were before it. */
  before: Map<string, MaybeEncodedAccount>
}

export interface Decoded {
  id: string
  wire: string
  transaction: Transaction
  accounts: readonly string[]
  blockhash: string
}

/** A transaction from base64; throws for a text that is none. */
export function decode(wire: string): Decoded {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const signature = Object.values(transaction.signatures)[0]
  const { staticAccounts: accounts } = message as { staticAccounts: readonly string[] }
  const blockhash = (message as { lifetimeToken: string }).lifetimeToken
  return { id: base58.encode(signature ?? new Uint8Array(64)), wire, transaction, accounts, blockhash }
}

const gone = (of: string): EncodedAccount => ({
  ...{ address: address(of), lamports: 0n as EncodedAccount['lamports'], data: new Uint8Array() },
  ...{ executable: false, programAddress: SYSTEM, space: 0n },
})

const uint64 = (data: Readonly<Uint8Array>, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)

export type SolanaChain = ReturnType<typeof createSolanaChain>

export function createSolanaChain() {
  const open = () => new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  const svm = open()
  /** The same programs without a check of signatures; accounts are copied to it for each simulation. */
  const simulator = open().withSigverify(false)
  let forks = 0
  const hashOf = (height: bigint, parent: string) =>
    base58.encode(createHash('sha256').update(`${height} ${parent} ${forks}`).digest())
  const genesis: Block = {
    ...{ slot: 0, height: 0n, hash: hashOf(0n, ''), parentHash: '1'.repeat(32), parentSlot: 0 },
    ...{ seconds: FIRST_BLOCK_SECONDS, transactions: [], before: new Map() },
  }
  const blocks: Block[] = [genesis]
  /** Taken by a node, and in no block yet. */
  let pending: Decoded[] = []
  let held: Decoded[] = []
  /** Blocks at the end that the node does not know yet. */
  let lagging = 0
  /** It calls its newest block final. */
  let isHurried = false

  const read = (of: string): MaybeEncodedAccount => svm.getAccount(address(of))
  const write = (account: MaybeEncodedAccount) => svm.setAccount(account.exists ? account : gone(account.address))
  const tip = (): Block => blocks.at(-1) ?? genesis
  const at = (commitment: Commitment): Block =>
    blocks[Math.max(0, blocks.length - 1 - lagging - (isHurried ? 0 : Number(depths[commitment])))] ?? genesis

  /** An account after a block. */
  function accountAt(of: string, block: Block): MaybeEncodedAccount {
    for (const later of blocks.slice(Number(block.height) + 1)) {
      const before = later.before.get(of)
      if (before) return before
    }
    return read(of)
  }

  function balancesOf(accounts: readonly string[]): TokenBalance[] {
    return accounts.flatMap((one, accountIndex) => {
      const account = read(one)
      if (!account.exists || account.data.length < 165 || !account.programAddress.startsWith('Token')) return []
      const [mint, owner] = [account.data.slice(0, 32), account.data.slice(32, 64)].map((key) => base58.encode(key))
      const amount = String(uint64(account.data, 64))
      return [
        {
          accountIndex,
          mint: mint ?? '',
          owner: owner ?? '',
          programId: account.programAddress,
          uiTokenAmount: { amount },
        },
      ]
    })
  }

  const blockOf = (id: string) => blocks.find(({ transactions }) => transactions.some((one) => one.id === id))

  /** Why a transaction cannot be in the block after one; undefined when it can. */
  function lifetimeFault({ id, blockhash }: Decoded, head: Block): string | undefined {
    const known = blockOf(id)
    if (known && known.height <= head.height && head.height - known.height <= MAX_AGE) return 'AlreadyProcessed'
    const reference = blocks.find(({ hash }) => hash === blockhash)
    const isValid = reference && reference.height <= head.height && head.height - reference.height < MAX_AGE
    return isValid ? undefined : 'BlockhashNotFound'
  }

  function execute(one: Decoded, block: Block): void {
    if (lifetimeFault(one, blocks.at(-2) ?? genesis) || block.transactions.some(({ id }) => id === one.id)) return
    const states = one.accounts.map((of) => [of, read(of)] as const)
    const before = balancesOf(one.accounts)
    const done = svm.sendTransaction(one.transaction)
    const hasFailed = done instanceof FailedTransactionMetadata
    const fault = hasFailed ? toFault(done) : null
    // Those that cannot even pay their fee are in no block.
    if (typeof fault === 'string') return
    const meta: TransactionMetadata = hasFailed ? done.meta() : done
    for (const [of, state] of states) if (!block.before.has(of)) block.before.set(of, state)
    block.transactions.push({
      ...{ id: one.id, wire: one.wire, fault, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) },
      balances: [before, balancesOf(one.accounts)],
    })
  }

  function mineOne(): void {
    const { height, hash: parentHash, slot: parentSlot, seconds } = tip()
    const slot = parentSlot + ((parentSlot + 1) % SKIPPED === 0 ? 2 : 1)
    const block: Block = {
      ...{ slot, height: height + 1n, parentHash, parentSlot, hash: hashOf(height + 1n, parentHash) },
      ...{ seconds: seconds + 1, transactions: [], before: new Map() },
    }
    blocks.push(block)
    const waiting = pending
    pending = []
    for (const one of waiting) execute(one, block)
  }

  return {
    svm,
    read,
    at,
    accountAt,
    lifetimeFault,
    blockOf,
    blocks: () => blocks.slice(0, blocks.length - lagging),
    genesisHash: genesis.hash,
    tip,
    /** Takes a transaction for the next block. */
    take: (one: Decoded) => void pending.push(one),
    /** Keeps what waits out of the next blocks, until it is released. */
    holdBack() {
      held = pending
      pending = []
    },
    release() {
      pending = held
      held = []
    },
    mine(count: number) {
      for (let nth = 0; nth < count; nth += 1) mineOne()
    },
    /** Replaces the last blocks by as many empty ones. */
    reorganise(depth: number) {
      forks += 1
      for (const block of blocks.splice(blocks.length - depth).reverse())
        for (const account of block.before.values()) write(account)
      pending = []
      for (let nth = 0; nth < depth; nth += 1) mineOne()
    },
    lag(count: number) {
      lagging = count
    },
    hurry(isSo: boolean) {
      isHurried = isSo
    },
    /** Executes without a block, at the state after one. */
    simulate(one: Decoded, block: Block) {
      for (const of of one.accounts) {
        const account = accountAt(of, block)
        if (account.exists && account.executable) continue
        simulator.setAccount(account.exists ? account : gone(of))
      }
      const done = simulator.simulateTransaction(one.transaction)
      if (done instanceof FailedTransactionMetadata)
        return { fault: toFault(done), logs: done.meta().logs(), units: Number(done.meta().computeUnitsConsumed()) }
      const meta = done.meta()
      const after = new Map(done.postAccounts().map((account) => [String(account.address), account]))
      return { fault: null, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()), after }
    },
    /** Sets an account to anything. */
    set: (account: EncodedAccount) => svm.setAccount(account),
    setLamports(of: string, lamports: bigint) {
      const account = read(of)
      svm.setAccount({
        ...(account.exists ? account : gone(of)),
        lamports: lamports as EncodedAccount['lamports'],
      })
    },
  }
}

/** An account in the form of JSON-RPC. */
export const toRpcAccount = (account: MaybeEncodedAccount | (EncodedAccount & { exists?: true }) | undefined) =>
  account === undefined || account.exists === false
    ? null
    : {
        data: [getBase64Decoder().decode(account.data), 'base64'],
        executable: account.executable,
        lamports: Number(account.lamports),
        owner: account.programAddress,
        rentEpoch: 18_446_744_073_709_552_000,
        space: account.data.length,
      }
