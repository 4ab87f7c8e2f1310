/** JSON-RPC of java-tron over an Ethereum node: forms of answers, errors and limits as java-tron 4.8 has them. */

export type Anvil = <T>(method: string, params?: readonly unknown[]) => Promise<T>

const ZERO = `0x${'0'.repeat(64)}`
/** The root of a block without transactions on Ethereum; Tron writes zeros. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
/** 19 of 27 producers have built on a final block. */
const DEPTH = 18n

interface RawBlock {
  number: string
  hash: string
  parentHash: string
  timestamp: string
  transactionsRoot: string
  transactions: string[]
}
interface RawLog {
  address: string
  topics: string[]
  data: string
  logIndex: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  transactionIndex: string
}
export interface RawReceipt {
  blockNumber: string
  blockHash: string
  transactionHash: string
  status: string
  logs: RawLog[]
  from: string
  to: string
  gasUsed: string
}

const lower = (one: bigint, other: bigint): bigint => (one < other ? one : other)

const refusal = (message: string, code = -32_602) => Object.assign(new Error(message), { rpc: { code, message } })

/** An id begins with the block's number, which takes the place of as many digits of the hash. */
const blockId = (number: bigint, hash: string): string =>
  number < 0n ? ZERO : `0x${number.toString(16).padStart(16, '0')}${hash.slice(18)}`

export type TronRpc = Awaited<ReturnType<typeof createTronRpc>>

export async function createTronRpc(anvil: Anvil) {
  /** Ids of transactions that were broadcast, for the hashes of those that anvil executes. */
  const idOf = new Map<string, string>()
  const hashOf = new Map<string, string>()
  const limits = { blocks: 5_000n, results: 10_000, alternatives: 1_000 }
  let lag = 0n
  /** Some versions number the logs of a receipt from zero, others through the block. */
  let numbersFromZero = false

  const realHead = async () => BigInt(await anvil<string>('eth_blockNumber'))
  const head = async () => ((real: bigint) => (real > lag ? real - lag : 0n))(await realHead())
  const finalBlock = async () => ((last: bigint) => (last > DEPTH ? last - DEPTH : 0n))(await head())

  const log = (one: RawLog, index?: number) => ({
    ...one,
    blockHash: blockId(BigInt(one.blockNumber), one.blockHash),
    transactionHash: idOf.get(one.transactionHash) ?? one.transactionHash,
    logIndex: index === undefined ? one.logIndex : `0x${index.toString(16)}`,
    removed: false,
  })

  async function block(number: bigint) {
    if (number > (await head())) return null
    const found = await anvil<RawBlock | null>('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
    if (!found) return null
    return {
      ...found,
      hash: blockId(number, found.hash),
      parentHash: blockId(number - 1n, found.parentHash),
      transactionsRoot: found.transactionsRoot === EMPTY_ROOT ? ZERO : found.transactionsRoot,
      transactions: found.transactions.map((hash) => idOf.get(hash) ?? hash),
      stateRoot: '0x',
      nonce: '0x0000000000000000',
    }
  }

  async function blockNumberOf(tag: unknown): Promise<bigint> {
    if (tag === 'latest') return head()
    if (tag === 'finalized') return finalBlock()
    if (tag === 'earliest') return 0n
    if (tag === 'pending') throw refusal('TAG pending not supported')
    return BigInt(tag as string)
  }

  interface Filter {
    fromBlock: string
    toBlock: string
    address: string[]
    topics: (string | string[] | null)[]
  }

  async function logs(filter: Filter) {
    const [from, to, last] = [await blockNumberOf(filter.fromBlock), await blockNumberOf(filter.toBlock), await head()]
    if (from > to) throw refusal('please verify: fromBlock <= toBlock')
    if (lower(to, last) - from > limits.blocks) throw refusal(`exceed max block range: ${limits.blocks}`)
    if (filter.topics.some((one) => Array.isArray(one) && one.length > limits.alternatives))
      throw refusal(`exceed max topics: ${limits.alternatives}`)
    if (from > last) return []
    const span = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${lower(to, last).toString(16)}` }
    const found = await anvil<RawLog[]>('eth_getLogs', [{ ...filter, ...span }])
    if (found.length > limits.results) throw refusal(`query returned more than ${limits.results} results`, -32_005)
    return found.map((one) => log(one))
  }

  async function receipt(id: string) {
    const found = await anvil<RawReceipt | null>('eth_getTransactionReceipt', [hashOf.get(id) ?? id])
    if (!found || BigInt(found.blockNumber) > (await head())) return null
    return {
      ...found,
      transactionHash: id,
      blockHash: blockId(BigInt(found.blockNumber), found.blockHash),
      logs: found.logs.map((one, index) => log(one, numbersFromZero ? index : undefined)),
    }
  }

  /** State is offered at the last block only. */
  const atLatest = (method: string) => async (params: readonly unknown[]) => {
    if (params.at(-1) !== 'latest') throw refusal('QUANTITY not supported, just support TAG as latest')
    return anvil(method, params)
  }

  const genesis = await block(0n)
  if (!genesis) throw new Error('anvil has no first block')
  const chainId = `0x${genesis.hash.slice(-8)}`

  const methods: Record<string, (params: readonly unknown[]) => Promise<unknown>> = {
    eth_chainId: async () => `0x${BigInt(chainId).toString(16)}`,
    eth_blockNumber: async () => `0x${(await head()).toString(16)}`,
    eth_getBlockByNumber: async ([tag]) => block(await blockNumberOf(tag)),
    eth_getLogs: ([filter]) => logs(filter as Filter),
    eth_getTransactionReceipt: ([id]) => receipt(id as string),
    eth_call: atLatest('eth_call'),
    eth_getCode: atLatest('eth_getCode'),
  }

  return {
    chainId,
    limits,
    block,
    head,
    receipt,
    /** Names a transaction that anvil executes by its id on Tron. */
    name(id: string, hash: string) {
      hashOf.set(`0x${id}`, hash)
      idOf.set(hash, `0x${id}`)
    },
    hashOf: (id: string): string | undefined => hashOf.get(`0x${id}`),
    /** Answers as a node that is so many blocks behind. */
    lag(blocks: bigint) {
      lag = blocks
    },
    numberFromZero(isSo = true) {
      numbersFromZero = isSo
    },
    async call(method: string, params: readonly unknown[]): Promise<unknown> {
      const run = methods[method]
      if (!run) throw refusal(`the method ${method} does not exist/is not available`, -32_601)
      return run(params)
    },
  }
}
