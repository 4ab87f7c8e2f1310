import * as v from 'valibot'
import { NodeError } from '../network.ts'
import type { Commitment, SolanaNode } from './node.ts'

/** The answers of JSON-RPC that are used here, checked. Source: https://solana.com/docs/rpc. */

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Units = v.pipe(
  Whole,
  v.transform((number) => BigInt(number)),
)
const Base58 = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]+$/))
const Data = v.pipe(
  v.tuple([v.string(), v.literal('base64')]),
  v.transform(([text]) => Uint8Array.from(Buffer.from(text, 'base64'))),
)
/** Errors of transactions are texts, or objects such as `{"InstructionError":[2,{"Custom":17}]}`. */
const TransactionFault = v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())]))

export function checked<S extends v.GenericSchema>(schema: S, answer: unknown, method: string): v.InferOutput<S> {
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new NodeError(`The node answers ${method} in a form that Solana does not use.`)
  return output
}

const ask = async <S extends v.GenericSchema>(
  node: SolanaNode,
  schema: S,
  method: string,
  ...params: readonly unknown[]
): Promise<v.InferOutput<S>> => checked(schema, await node.rpc(method, params), method)

const withContext = <S extends v.GenericSchema>(value: S) => v.object({ context: v.object({ slot: Whole }), value })

export const readGenesisHash = (node: SolanaNode): Promise<string> => ask(node, Base58, 'getGenesisHash')

/** The number of blocks until the last one; slots without a block do not count. */
export const readHeight = (node: SolanaNode, commitment: Commitment): Promise<bigint> =>
  ask(node, Units, 'getBlockHeight', { commitment })

export const readSlot = (node: SolanaNode, commitment: Commitment): Promise<number> =>
  ask(node, Whole, 'getSlot', { commitment })

export const readFirstSlot = (node: SolanaNode): Promise<number> => ask(node, Whole, 'getFirstAvailableBlock')

const LatestBlockhash = withContext(v.object({ blockhash: Base58, lastValidBlockHeight: Units }))

/** The hash of the last block that two thirds of the stake have voted for. */
export async function readLatestBlockhash(node: SolanaNode) {
  const { context, value } = await ask(node, LatestBlockhash, 'getLatestBlockhash', { commitment: 'confirmed' })
  return { blockhash: value.blockhash, slot: context.slot, lastValidHeight: value.lastValidBlockHeight }
}

const Account = v.object({ owner: Base58, executable: v.boolean(), lamports: Units, data: Data })
export type Account = v.InferOutput<typeof Account>

/** Accounts in the order of their addresses; undefined where there is none. */
export async function readAccounts(
  node: SolanaNode,
  addresses: readonly string[],
  commitment: Commitment = 'confirmed',
): Promise<(Account | undefined)[]> {
  const schema = withContext(v.pipe(v.array(v.nullable(Account)), v.length(addresses.length)))
  const { value } = await ask(node, schema, 'getMultipleAccounts', addresses, { encoding: 'base64', commitment })
  return value.map((account) => account ?? undefined)
}

/** Lamports that an account of so many bytes has to hold. */
export const readRent = (node: SolanaNode, bytes: number): Promise<bigint> =>
  ask(node, Units, 'getMinimumBalanceForRentExemption', bytes)

const PriorityFees = v.array(v.object({ slot: Whole, prioritizationFee: Units }))

/** Millionths of a lamport a compute unit that transactions with these accounts have paid at least, in each of the last 150 blocks. */
export const readUnitPrices = async (node: SolanaNode, accounts: readonly string[]): Promise<bigint[]> =>
  (await ask(node, PriorityFees, 'getRecentPrioritizationFees', accounts)).map(
    ({ prioritizationFee }) => prioritizationFee,
  )

const Simulation = withContext(
  v.object({
    err: TransactionFault,
    logs: v.nullable(v.array(v.string())),
    unitsConsumed: v.optional(Whole),
    accounts: v.optional(v.nullable(v.array(v.nullable(Account)))),
  }),
)
export type Simulation = v.InferOutput<typeof Simulation>['value']

/** Simulates a transaction without its signature, at the newest state. `accounts`: whose state after it is told. */
export async function simulate(node: SolanaNode, wire: string, accounts: readonly string[]): Promise<Simulation> {
  const config = {
    encoding: 'base64',
    commitment: 'processed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: accounts },
  }
  return (await ask(node, Simulation, 'simulateTransaction', wire, config)).value
}

const Statuses = withContext(
  v.tuple([
    v.nullable(
      v.object({
        slot: Whole,
        err: TransactionFault,
        confirmationStatus: v.nullish(v.picklist(['processed', 'confirmed', 'finalized'])),
      }),
    ),
  ]),
)
export type SignatureStatus = NonNullable<v.InferOutput<typeof Statuses>['value'][0]>

/** The status of a transaction by its signature, looked for in the whole history; undefined when the node knows none. */
export async function readStatus(node: SolanaNode, id: string): Promise<SignatureStatus | undefined> {
  const { value } = await ask(node, Statuses, 'getSignatureStatuses', [id], { searchTransactionHistory: true })
  return value[0] ?? undefined
}

const TokenBalances = v.array(
  v.object({
    accountIndex: Whole,
    mint: Base58,
    owner: v.optional(Base58),
    uiTokenAmount: v.object({
      amount: v.pipe(
        v.string(),
        v.digits(),
        v.transform((digits) => BigInt(digits)),
      ),
    }),
  }),
)
const Transaction = v.object({
  slot: Whole,
  transaction: v.pipe(
    v.tuple([v.string(), v.literal('base64')]),
    v.transform(([text]) => text),
  ),
  meta: v.object({
    err: TransactionFault,
    logMessages: v.nullish(v.array(v.string())),
    preTokenBalances: TokenBalances,
    postTokenBalances: TokenBalances,
  }),
})
export type Transaction = v.InferOutput<typeof Transaction>

/** A transaction of a final block; undefined when the node has none. */
export async function readTransaction(node: SolanaNode, id: string): Promise<Transaction | undefined> {
  const config = { commitment: 'finalized', encoding: 'base64', maxSupportedTransactionVersion: 0 }
  return (await ask(node, v.nullable(Transaction), 'getTransaction', id, config)) ?? undefined
}

const Block = v.object({
  blockHeight: Units,
  blockhash: Base58,
  previousBlockhash: Base58,
  signatures: v.array(Base58),
})
export type Block = v.InferOutput<typeof Block>

/** A final block by its slot, with the ids of its transactions. Throws when the node does not have it. */
export const readBlock = (node: SolanaNode, slot: number): Promise<Block> =>
  ask(node, Block, 'getBlock', slot, {
    commitment: 'finalized',
    transactionDetails: 'signatures',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  })

/** The slots of so many final blocks from a slot on. */
export const readSlots = (node: SolanaNode, from: number, count: number): Promise<number[]> =>
  ask(node, v.array(Whole), 'getBlocksWithLimit', from, count, { commitment: 'finalized' })

/** Sends a transaction; the id that the node gives it. */
export const sendWire = (node: SolanaNode, wire: string): Promise<string> =>
  ask(node, Base58, 'sendTransaction', wire, { encoding: 'base64', preflightCommitment: 'confirmed' })
