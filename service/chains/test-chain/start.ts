import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { HDKey } from '@scure/bip32'
import {
  createTestClient,
  erc20Abi,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeFolder } from '#service/platform/folders.ts'
import { createMutex } from '#service/platform/mutex.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { foundOrNot } from '../evm/errors.ts'
import token from './TestToken.json' with { type: 'json' }

/**
 * A local test network with a worthless USDT: payments on it are real transactions. Never in production; its keys are public.
 */

const CHAIN_ID = 31_337
const CONFIRMATIONS = 6
/** Block interval while a payment waits to become final. */
const BLOCK_MS = 1_500
const DECIMALS = 6
/** The test wallet's balance after a refill, in smallest units of USDT. */
const WALLET_UNITS = 1_000_000n * 10n ** BigInt(DECIMALS)

const secret = (name: string): Buffer => createHash('sha256').update(`idleforge test network: ${name}`).digest()
const wallet = privateKeyToAccount(`0x${secret('wallet').toString('hex')}`)
const account = HDKey.fromMasterSeed(secret('deposits')).derive("m/44'/60'/0'")
const tokenAddress = getContractAddress({ from: wallet.address, nonce: 0n })

export interface TestChain {
  readonly settings: NetworkSettings
  /** Whether the chain is new: payments on an earlier one are gone. */
  readonly isFresh: boolean
  /** The node's reason for refusing the saved state, which was put aside. */
  readonly refused: string | undefined
  /** Sends USDT from the test wallet, in units of the ledger, after the payments before it; resolves when a block holds it. */
  pay(to: string, units: bigint): Promise<string>
  mine(blocks: number): Promise<void>
  /** The hash of a block; undefined while there is none of that number. */
  hashOf(block: bigint): Promise<string | undefined>
  stop(): Promise<void>
}

type KeeperMessage = { url: string; isFresh: boolean; refused?: string } | { fault: string }

/** Starts or resumes the network of a folder. Throws an Error where there is no node for this system. */
export async function startTestChain(folder: string): Promise<TestChain> {
  makeFolder(folder, 0o700)
  const keeper = spawn(
    process.execPath,
    [fileURLToPath(new URL('./keeper.ts', import.meta.url)), folder, String(CHAIN_ID)],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  const exited = once(keeper, 'exit')
  const stop = async () => {
    if (keeper.connected) keeper.disconnect()
    await exited
  }
  const message = await Promise.race([
    once(keeper, 'message').then(([message]) => message as KeeperMessage),
    exited.then((): KeeperMessage => ({ fault: 'its keeper has ended' })),
  ])
  if ('fault' in message) {
    await stop()
    throw new Error(message.fault)
  }
  try {
    const { mineConfirmations, ...chain } = await deployToken(message.url)
    // The last process may have ended before its payments were final.
    if (!message.isFresh) mineConfirmations()
    return { ...chain, isFresh: message.isFresh, refused: message.refused, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const createClient = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }), account: wallet })
    .extend(publicActions)
    .extend(walletActions)

type Client = ReturnType<typeof createClient>

interface DeployedChain extends Omit<TestChain, 'isFresh' | 'refused' | 'stop'> {
  /** Begins to mine what the payments so far need to be final. */
  mineConfirmations(): void
}

/** Deploys the token and funds the wallet, unless a resumed chain has them. */
async function deployToken(url: string): Promise<DeployedChain> {
  const client = createClient(url)
  const done = (hash: Hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  await client.setBalance({ address: wallet.address, value: parseEther('1000') })
  if (!(await client.getCode({ address: tokenAddress })))
    await done(
      await client.sendTransaction({
        data: `${token.bytecode}${DECIMALS.toString(16).padStart(64, '0')}` as Hex,
        chain: null,
      }),
    )
  const common = { address: tokenAddress, chain: null } as const
  const fundWallet = async () => {
    const held = await client.readContract({
      address: tokenAddress,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [wallet.address],
    })
    if (held >= WALLET_UNITS / 2n) return
    const abi = parseAbi(['function mint(address, uint256)'])
    await done(
      await client.writeContract({ ...common, abi, functionName: 'mint', args: [wallet.address, WALLET_UNITS] }),
    )
  }
  await fundWallet()
  const transfer = async (to: Hex, units: bigint) => {
    await fundWallet()
    const hash = await client.writeContract({ ...common, abi: erc20Abi, functionName: 'transfer', args: [to, units] })
    await done(hash)
    return hash
  }
  const mutex = createMutex()
  const mineConfirmations = () => {
    const mined = mutex.runExclusive('confirmations', () => mineUntilFinal(client))
    // The network has ended; the next start mines the blocks.
    mined.catch(() => undefined)
  }
  return {
    settings: settingsAt(url),
    async pay(to, units) {
      // The wallet's transactions are numbered: two at once would take the same number.
      const hash = await mutex.runExclusive('wallet', () => transfer(to as Hex, units))
      mineConfirmations()
      return hash
    },
    mineConfirmations,
    mine: (blocks) => client.mine({ blocks }),
    hashOf: async (block) => (await foundOrNot(client.getBlock({ blockNumber: block })))?.hash,
  }
}

const settingsAt = (url: string): NetworkSettings => ({
  code: 'LOCAL',
  node: { url, headers: {}, key: undefined, dailyRequests: undefined },
  chainId: String(CHAIN_ID),
  finality: { blocks: CONFIRMATIONS },
  tokens: [{ coin: 'USDT', contract: tokenAddress }],
  otherTokens: [],
  depositXpub: account.publicExtendedKey,
  ...{ treasury: undefined, payerKeyFile: undefined, depositKeyFile: undefined, depositKeySetting: 'DEPOSIT_KEY_FILE' },
})

/** Whether one of the newest blocks, which are not final, holds a transaction. */
async function isInFlight(client: Client): Promise<boolean> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = head; blockNumber >= 0n && head - blockNumber < CONFIRMATIONS; blockNumber -= 1n)
    if ((await client.getBlockTransactionCount({ blockNumber })) > 0) return true
  return false
}

/** Mines blocks one by one, as a network does, until every transaction is final; nothing else would mine them. */
async function mineUntilFinal(client: Client): Promise<void> {
  while (await isInFlight(client)) {
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS).unref())
    await client.mine({ blocks: 1 })
  }
}
