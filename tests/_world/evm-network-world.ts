import { erc20Abi, type Hash, type Hex, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { openEvmNetwork } from '#service/chains/evm/network.ts'
import { readConfig } from '#service/platform/config.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { payer, payerKey, startChain } from './chain.ts'
import { accountKeys } from './deposit-keys.ts'
import type { NetworkKind, NetworkWorld } from './network-world.ts'
import { createRpcProxy, type Reply, type RpcProxy } from './rpc-proxy.ts'

/** Networks with Ethereum's protocol on a local node, with the settings of each. */

const mintAbi = parseAbi(['function mint(address, uint256)'])
/** The owner of the test tokens, as in `chain.ts`. */
const owner = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const MANY = 10n ** 40n
const MAX_DEPTH = 15

interface Kind {
  code: 'LOCAL' | 'ETHEREUM' | 'BSC' | 'POLYGON' | 'ARBITRUM'
  chainId: number
  decimals: number
}

const rpc = (result: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
})

/** The settings of a network as an operator writes them. */
function settingsOf({ code, chainId }: Kind, at: { url: string; token: string; other: string }): NetworkSettings {
  const account = { DEPOSIT_XPUB: accountKeys().xpub }
  const known = code === 'LOCAL' ? 'ETHEREUM' : code
  const { networks } = readConfig({
    ...account,
    [`${known}_RPC_URL`]: at.url,
    [`${known}_USDT`]: at.token,
    [`${known}_OTHER_TOKENS`]: at.other,
    [`${known}_CHAIN_ID`]: String(chainId),
  })
  const settings = networks[known]
  if (!settings) throw new Error(`no settings of ${code}`)
  // Arbitrum makes hundreds of blocks before one is final: here a few stand for them.
  return { ...settings, code, minDepth: Math.min(settings.minDepth ?? 1, MAX_DEPTH) }
}

interface Log {
  blockNumber: string
  data: string
}

/** Reports a chain that ends this many blocks earlier. */
function lag(
  gate: RpcProxy,
  { blocks, head, blockAt }: { blocks: bigint; head(): Promise<bigint>; blockAt: (block: bigint) => Promise<unknown> },
) {
  const end = async () => (await head()) - blocks
  gate.alter('eth_blockNumber', async () => `0x${(await end()).toString(16)}`)
  gate.alter('eth_getBlockByNumber', async (result, [number]) => {
    if (number === 'latest') return blockAt(await end())
    return /^0x/.test(String(number)) && BigInt(String(number)) > (await end()) ? null : result
  })
  gate.alter('eth_getLogs', async (logs) => {
    const last = await end()
    return (logs as Log[]).filter(({ blockNumber }) => BigInt(blockNumber) <= last)
  })
}

async function startWorld(kind: Kind): Promise<NetworkWorld> {
  // The tag `finalized` is two blocks behind the head here.
  const chain = await startChain({ ...kind, options: ['--slots-in-an-epoch', '1'] })
  const [other, unknown] = [await chain.deploy(), await chain.deploy()]
  const gate = await createRpcProxy(chain)
  const settings = settingsOf(kind, { url: `${gate.url}/a-key-of-a-provider`, token: chain.token, other })
  const network = openEvmNetwork(settings)
  const { client } = chain
  const done = (hash: Hash) => client.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  const mint = async (token: Hex) =>
    done(
      await client.writeContract({
        address: token,
        abi: mintAbi,
        functionName: 'mint',
        args: [owner.address, MANY],
        chain: null,
      }),
    )
  for (const token of [chain.token, other, unknown]) await mint(token)
  const keys = accountKeys()
  await client.setBalance({ address: keys.wallet, value: parseEther('10') })
  const head = () => client.getBlockNumber({ cacheTime: 0 })
  const send = (
    to: string,
    value: bigint,
    { token = chain.token as string, gas }: { token?: string; gas?: bigint } = {},
  ) =>
    client.writeContract({
      ...{ address: token as Hex, abi: erc20Abi, functionName: 'transfer', args: [to as Hex, value], chain: null },
      ...(gas !== undefined && { gas }),
    } as never)
  let strangers = 0
  return {
    network,
    reopen: () => openEvmNetwork(settings),
    token: chain.token,
    otherToken: other,
    unknownToken: unknown,
    decimals: kind.decimals,
    payer: { key: payerKey, address: payer.address },
    deposits: {
      xpub: keys.xpub,
      key: keys.xprv,
      otherKey: accountKeys(1).xprv,
      wallet: keys.wallet,
      addressOf: keys.addressOf,
    },
    stranger() {
      strangers += 1
      return privateKeyToAccount(`0x${strangers.toString(16).padStart(64, 'e')}`).address
    },
    rewritten: (address) => address.toLowerCase(),
    noAddresses: [
      '',
      '0x',
      `${payer.address}0`,
      payer.address.slice(2),
      `${payer.address.slice(0, -1)}g`,
      payer.address.replace(/[a-f]/, (one) => one.toUpperCase()),
    ],
    noTransaction: `0x${'ab'.repeat(32)}`,
    async transfer(to, value, token) {
      const hash = await send(to, value, token === undefined ? {} : { token })
      await done(hash)
      return hash
    },
    async failing(to) {
      await chain.refuse(to as Hex)
      const hash = await send(to, 1n, { gas: 100_000n })
      await done(hash)
      return hash
    },
    mine: chain.mine,
    finalise: () => chain.mine(20),
    async reorganise(depth) {
      await chain.reorg(depth)
    },
    async refuse(to) {
      await chain.refuse(to as Hex)
    },
    balanceOf: (of, token = chain.token) =>
      client.readContract({ address: token as Hex, abi: erc20Abi, functionName: 'balanceOf', args: [of as Hex] }),
    setFees: (of, value) => client.setBalance({ address: of as Hex, value }),
    replaceNext: async () => (await chain.spend('1')).transactionHash,
    node: {
      down: () => gate.down(),
      empty: () => gate.intercept(() => rpc(null)),
      garble: () => gate.garble('<html>Sign in to your provider</html>'),
      limit: (seconds) =>
        gate.intercept(() => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' })),
      impersonate: () => gate.alter('eth_chainId', () => '0x539'),
      lag: (blocks) =>
        lag(gate, {
          ...{ blocks: BigInt(blocks), head },
          blockAt: (block) =>
            client.request({ method: 'eth_getBlockByNumber', params: [`0x${block.toString(16)}`, false] } as never),
        }),
      hurry: () =>
        gate.alter('eth_getBlockByNumber', async (result, [tag]) =>
          tag === 'finalized'
            ? client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] } as never)
            : result,
        ),
      leaveOut: () => gate.alter('eth_getLogs', () => []),
      invent: () =>
        gate.alter('eth_getLogs', (logs) =>
          (logs as Log[]).map((log) => ({
            ...log,
            data: `0x${(2n * BigInt(log.data)).toString(16).padStart(64, '0')}`,
          })),
        ),
      behave: () => gate.behave(),
    },
    async stop() {
      await gate.stop()
      await chain.stop()
    },
  }
}

/** Decimals are those of no network's own token, so that nothing can take them from a name. */
const kinds: readonly Kind[] = [
  { code: 'LOCAL', chainId: 31_337, decimals: 6 },
  { code: 'ETHEREUM', chainId: 1, decimals: 18 },
  { code: 'BSC', chainId: 56, decimals: 6 },
  { code: 'POLYGON', chainId: 137, decimals: 8 },
  { code: 'ARBITRUM', chainId: 42_161, decimals: 2 },
]

export const evmNetworks: readonly NetworkKind[] = kinds.map((kind) => ({
  name: kind.code,
  replaces: true,
  receives: true,
  expires: false,
  readsReceipts: false,
  start: () => startWorld(kind),
}))
