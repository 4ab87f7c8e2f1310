import { bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import type {
  Addresses,
  ChainReader,
  Collection,
  Collector,
  Follower,
  Payer,
  TokenTransfer,
} from '#service/chains/network.ts'
import token from '#service/chains/test-chain/TestToken.json' with { type: 'json' }
import { addresses, fromHex, ownKey, receivingKey, toHex } from '#service/chains/tron/addresses.ts'
import { openTronCollector } from '#service/chains/tron/collector.ts'
import { tronFacts } from '#service/chains/tron/facts.ts'
import { openTronFollower } from '#service/chains/tron/follower.ts'
import { openTronPayer } from '#service/chains/tron/payer.ts'
import { openTronReader } from '#service/chains/tron/reader.ts'
import { EXPIRATION_MS } from '#service/chains/tron/terms.ts'
import { createSigner } from '#service/chains/tron/transactions.ts'
import { startTronNode } from './tron-node.ts'

/** A way in which a node answers wrongly or not at all. */
export type NodeFault =
  | 'is down'
  | 'knows no receipts'
  | 'knows no logs'
  | 'ignores the filter'
  | 'answers with nothing'
  | 'answers with garbage'
  | 'serves another chain'
  | 'lies about receipts'

/** The network of a test as the cases of all networks see it: a node, a token, and people who pay with it. */
export interface ReaderWorld {
  addresses: Addresses
  /** A reader without memory, as after a restart. */
  reader(): ChainReader
  token: string
  /** A token that is known, and not the one that is taken. */
  otherToken: string
  /** A token that nobody knows. */
  strangeToken: string
  /** An address that no transfer has reached yet. */
  recipient(): string
  /** Pays in a block of its own; the transaction's id. */
  pay(to: string, value: bigint, token?: string): Promise<string>
  /** A transfer that is in a block and fails. */
  payInVain(to: string, value: bigint): Promise<string>
  mine(blocks: number): Promise<void>
  /** Mines until everything until now is final. */
  finalize(): Promise<void>
  /** Replaces the last blocks by empty ones. */
  reorg(depth: number): Promise<void>
  fault(name: NodeFault): void
  /** Answers as if the last blocks were not there yet. */
  lag(blocks: number): void
  behave(): void
  stop(): Promise<void>
}

/** A network on which one wallet pays. */
export interface PayWorld extends ReaderWorld {
  /** The paying wallet; it holds 2,000 of the token. */
  wallet: string
  /** A payer and a follower without memory, as after a restart. */
  payer(): Payer
  follower(): Follower
  balanceOf(owner: string): Promise<bigint>
  /** Makes the token refuse transfers to an address, or accept them again. */
  refuse(to: string, isRefused?: boolean): Promise<unknown>
  /** Loses transactions that no block holds. */
  dropPending(): Promise<unknown>
  /** Mines until what was signed before can be in no later block, and everything until then is final. */
  expire(): Promise<void>
}

/** A network on which deposits are collected. */
export interface CollectWorld extends PayWorld {
  treasury: string
  /** A collector without memory, as after a restart. `lends`: whether it lends energy in place of sending coins. */
  collector(lends?: boolean): Collector
  /** A deposit address that has received so much, and never did anything itself. */
  deposited(value: bigint): Promise<Collection>
  /** Coins and stake that the collecting wallet has and has lent: a collection returns what it lends. */
  stakeOf(): bigint
}

/** A transfer of a payout, as the service saves it. */
export interface SavedTransfer {
  transfer: TokenTransfer
  id: string
  signed: string
  terms: string
}

/** Public keys of nobody: what they hold exists on one machine. */
export const seed = (byte: number) => Uint8Array.from({ length: 32 }, () => byte)
export const depositAccount = HDKey.fromMasterSeed(seed(0x33)).derive("m/44'/195'/0'")
export const walletKey = seed(0x11)
const treasury = createSigner(seed(0x55)).address
export const owner = createSigner(seed(0x22)).address
const DECIMALS = 6
/** 30,000 TRX: energy of one transfer at a time. */
const STAKE = 30_000_000_000n
const GAS = '0x1e8480'
/** Blocks on the first final one, itself included. */
export const FINAL_BLOCKS = 19

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')

export type TronWorld = Awaited<ReturnType<typeof startTronWorld>>

/** Starts a node with a token of six decimals, a wallet that holds 2,000 of it and 1,000 TRX, and addresses for deposits. */
export async function startTronWorld() {
  const node = await startTronNode()
  const { anvil, wallet } = node
  const hotWallet = createSigner(walletKey).address
  const collectWallet = createSigner(ownKey(depositAccount).privateKey ?? new Uint8Array()).address
  wallet.ledger.stake(collectWallet, STAKE)
  for (const address of [hotWallet, collectWallet, owner]) wallet.ledger.give(address, 1_000_000_000n)

  async function mined(transaction: Readonly<Record<string, string>>) {
    const hash = await anvil<string>('eth_sendTransaction', [{ gas: GAS, gasPrice: '0x0', ...transaction }])
    await node.mine(1)
    return { hash, ...(await anvil<{ contractAddress: string }>('eth_getTransactionReceipt', [hash])) }
  }
  const from = toHex(owner)
  const deploy = async (decimals: number) =>
    fromHex((await mined({ from, data: `${token.bytecode}${word(decimals)}` })).contractAddress)
  const mint = (contract: string, to: string, value: bigint) =>
    mined({ from, to: toHex(contract), data: `0x40c10f19${word(BigInt(toHex(to)))}${word(value)}` })
  const transfer = (contract: string, to: string, value: bigint) =>
    mined({ from, to: toHex(contract), data: `0xa9059cbb${word(BigInt(toHex(to)))}${word(value)}` })

  const [usdt, other, strange] = [await deploy(DECIMALS), await deploy(18), await deploy(DECIMALS)]
  await mint(usdt, hotWallet, 2_000_000_000n)
  for (const contract of [usdt, other, strange]) await mint(contract, owner, 10n ** 24n)

  const facts = tronFacts({
    chainId: node.chainId,
    tokens: [{ coin: 'USDT', contract: usdt }],
    otherTokens: [other],
  })
  const settings = { url: node.url, facts, apiKey: 'a key of the provider' }
  const pauses: number[] = []
  // A busy machine may take longer than a node in service is given.
  const options = { pause: async (ms: number) => void pauses.push(ms), timeoutMs: 60_000 }
  let recipients = 0
  const depositAddress = addresses.derive(depositAccount.publicExtendedKey)

  function fault(name: NodeFault): void {
    if (name === 'is down') node.down()
    if (name === 'knows no receipts') node.alter('eth_getTransactionReceipt', () => null)
    if (name === 'knows no logs') node.alter('eth_getLogs', () => [])
    if (name === 'ignores the filter')
      node.alter('eth_getLogs', () => anvil('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]).then(named))
    if (name === 'answers with nothing') node.intercept(() => ({ body: '{"jsonrpc":"2.0","id":1}' }))
    if (name === 'answers with garbage') node.intercept(() => ({ body: '<html>Welcome to nginx!</html>' }))
    if (name === 'serves another chain') node.alter('eth_chainId', () => '0x1')
    if (name === 'lies about receipts')
      node.alter('eth_getTransactionReceipt', (receipt) => ({
        ...(receipt as object),
        blockHash: `0x${'ab'.repeat(32)}`,
      }))
  }
  /** Logs of the whole chain, in the form of Tron. */
  async function named(logs: unknown): Promise<unknown> {
    const found: unknown[] = []
    for (const log of logs as { blockNumber: string; transactionHash: string }[])
      found.push({ ...log, blockHash: (await node.rpc.block(BigInt(log.blockNumber)))?.hash, removed: false })
    return found
  }

  return {
    node,
    facts,
    settings,
    options,
    /** Pauses that the readers have made. */
    pauses,
    addresses,
    wallet: hotWallet,
    ledger: wallet.ledger,
    reader: () => openTronReader(settings, options),
    token: usdt,
    otherToken: other,
    strangeToken: strange,
    recipient: () => depositAddress(recipients++),
    /** The number that `recipient` gives next. */
    nextNumber: () => recipients,
    depositKey: (number: number) => receivingKey(depositAccount)(number),
    async pay(to: string, value: bigint, contract = usdt) {
      return (await transfer(contract, to, value)).hash.slice(2)
    },
    async payInVain(to: string, value: bigint) {
      return (await transfer(usdt, to, 10n ** 30n + value)).hash.slice(2)
    },
    /** Makes the token refuse transfers to an address. */
    refuse: (to: string, isStopped = true) =>
      mined({ from, to: toHex(usdt), data: `0xeda9b947${word(BigInt(toHex(to)))}${word(isStopped ? 1 : 0)}` }),
    payer: () => openTronPayer(settings, bytesToHex(walletKey), options),
    follower: () => openTronFollower(settings, options),
    treasury,
    collector: (lends = false): Collector =>
      openTronCollector({ ...settings, lends }, depositAccount.privateExtendedKey, options),
    async deposited(value: bigint): Promise<Collection> {
      const number = recipients++
      const payer = depositAddress(number)
      await transfer(usdt, payer, value)
      return { number, transfer: { payer, to: treasury, token: usdt, value } }
    },
    stakeOf: () => wallet.ledger.stakedOf(collectWallet),
    collectWallet,
    dropPending: node.dropPending,
    expire: () => node.mine(EXPIRATION_MS / 3_000 + FINAL_BLOCKS + 1),
    mint: (to: string, value: bigint) => mint(usdt, to, value),
    balanceOf: async (of: string, contract = usdt) =>
      BigInt(
        await anvil<string>('eth_call', [
          { to: toHex(contract), data: `0x70a08231${word(BigInt(toHex(of)))}` },
          'latest',
        ]),
      ),
    mine: node.mine,
    finalize: () => node.mine(FINAL_BLOCKS),
    reorg: node.reorg,
    fault,
    lag: (blocks: number) => node.rpc.lag(BigInt(blocks)),
    behave: node.behave,
    stop: node.stop,
  }
}
