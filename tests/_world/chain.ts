import { once } from 'node:events'
import {
  createTestClient,
  erc20Abi,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { startAnvil } from '#service/chains/test-chain/anvil.ts'
import token from '#service/chains/test-chain/TestToken.json' with { type: 'json' }

const testAbi = [...erc20Abi, ...parseAbi(['function mint(address, uint256)', 'function stop(address, bool)'])] as const

/** The keys of the paying wallet and of the token's owner: everybody knows them, and they hold nothing anywhere else. */
export const payerKey: Hex = `0x${'11'.repeat(32)}`
const owner = privateKeyToAccount(`0x${'22'.repeat(32)}`)
export const payer = privateKeyToAccount(payerKey)

export type Chain = Awaited<ReturnType<typeof startChain>>

interface ChainOptions {
  chainId: number
  decimals: number
  /** Options of anvil. */
  options?: readonly string[]
}

/**
 * A network with a token like USDT and a paying wallet that holds 2000 of it and one ether. Every transaction is a block,
 * unless `hold` is called. The node replies before that block exists, so senders await `settled`.
 */
export async function startChain({ chainId, decimals, options }: ChainOptions) {
  const { url, stop } = await startNode(chainId, options)
  const client = createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }), account: owner })
    .extend(publicActions)
    .extend(walletActions)
  await client.setBalance({ address: owner.address, value: parseEther('100') })
  await client.setBalance({ address: payer.address, value: parseEther('1') })

  const units = (amount: string): bigint => parseUnits(amount, decimals)
  const done = async (hash: Hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 10 })

  async function deploy(): Promise<Hex> {
    const nonce = await client.getTransactionCount({ address: owner.address })
    const code = `${token.bytecode}${decimals.toString(16).padStart(64, '0')}` as Hex
    await done(await client.sendTransaction({ data: code, chain: null }))
    return getContractAddress({ from: owner.address, nonce: BigInt(nonce) })
  }
  const address = await deploy()
  const write = async (functionName: 'mint' | 'stop', args: readonly [Hex, bigint] | readonly [Hex, boolean]) =>
    done(await client.writeContract({ address, abi: testAbi, functionName, args, chain: null } as never))
  const mint = (to: Hex, amount: string) => write('mint', [to, units(amount)])
  await mint(payer.address, '2000')

  return {
    url,
    client,
    token: address,
    units,
    deploy,
    mint,
    stop,
    /** Makes the token refuse, or accept again, transfers to an address. */
    refuse: (to: Hex, refuses = true) => write('stop', [to, refuses]),
    balanceOf: (of: Hex) => client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
    /** All transfers of the token to an address. */
    received: (to: Hex) =>
      client.getContractEvents({ address, abi: erc20Abi, eventName: 'Transfer', args: { to }, fromBlock: 0n }),
    /** Spends tokens of the paying wallet, as a thief of its key would. */
    spend: (amount: string) =>
      client
        .writeContract({
          account: payer,
          address,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [owner.address, units(amount)],
          chain: null,
        })
        .then(done),
    mine: (blocks: number) => client.mine({ blocks }),
    /** Replaces the last blocks by as many empty ones (a reorganisation). */
    reorg: (depth: number) => client.request({ method: 'anvil_reorg', params: [depth, []] } as never),
    /** A signed transaction, and one that is sent again. */
    rawOf: (hash: Hash) =>
      client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never) as Promise<Hex>,
    sendRaw: async (serializedTransaction: Hex) => done(await client.sendRawTransaction({ serializedTransaction })),
    /** Resolves when blocks hold all sent transactions; at once while they are held. */
    async settled() {
      while ((await client.getAutomine()) && (await client.getTxpoolStatus()).pending > 0);
    },
    /** Mines no block until `mine` is called. */
    hold: () => client.setAutomine(false),
  }
}

/** Starts the node; it ends with this process. */
async function startNode(
  chainId: number,
  options?: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const { child, url } = await startAnvil(chainId, options)
  const exited = once(child, 'exit')
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const stop = async () => {
    process.off('exit', end)
    end()
    await exited
  }
  return { url, stop }
}
