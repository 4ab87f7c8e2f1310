import { bytesToHex } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { TronWeb } from 'tronweb'
import type { Network } from '#service/chains/network.ts'
import { fromHex, toHex } from '#service/chains/tron/addresses.ts'
import { openTronNetwork } from '#service/chains/tron/network.ts'
import { readConfig } from '#service/platform/config.ts'
import type { NetworkKind, NetworkWorld } from './network-world.ts'
import { depositAccount, owner, seed, startTronWorld, walletKey } from './tron-world.ts'

/** Tron on its double, with the settings of an operator. */

const MANY = 10n ** 40n
const HOUR_MS = 3_600_000
const TRX = 1_000_000n

async function startWorld(): Promise<NetworkWorld> {
  const tron = await startTronWorld()
  const { node } = tron
  const settings = readConfig({
    TRON_RPC_URL: node.url,
    TRON_RPC_KEY: 'a-key-of-a-provider',
    TRON_USDT: tron.token,
    TRON_CHAIN_ID: node.chainId,
    TRON_DEPOSIT_XPUB: depositAccount.publicExtendedKey,
  }).networks.TRON
  if (!settings) throw new Error('no settings of Tron')
  let now = 0
  // A node is identified once an hour; here each look is an hour later.
  const options = {
    ...tron.options,
    now() {
      now += HOUR_MS
      return now
    },
  }
  const open = (): Network => openTronNetwork({ ...settings, otherTokens: [tron.otherToken] }, options)
  await tron.mint(owner, MANY)
  tron.ledger.give(tron.wallet, 100_000n * TRX)
  const strangers: string[] = []
  const keyOf = (number: number): string =>
    bytesToHex(HDKey.fromMasterSeed(seed(0x33)).derive(`m/44'/195'/0'/0/${number}`).privateKey ?? new Uint8Array())
  const refuse = async (to: string) => void (await tron.refuse(to))
  return {
    network: open(),
    reopen: open,
    token: tron.token,
    otherToken: tron.otherToken,
    unknownToken: tron.strangeToken,
    decimals: 6,
    payer: { key: bytesToHex(walletKey), address: tron.wallet },
    deposits: {
      xpub: depositAccount.publicExtendedKey,
      key: depositAccount.privateExtendedKey,
      otherKey: HDKey.fromMasterSeed(seed(0x33)).derive("m/44'/195'/1'").privateExtendedKey,
      wallet: tron.collectWallet,
      addressOf: (number) => String(TronWeb.address.fromPrivateKey(keyOf(number))),
    },
    stranger() {
      const address = fromHex(`0x${(0xabcd_0000 + strangers.length).toString(16).padStart(40, 'e')}`)
      strangers.push(address)
      return address
    },
    recipients: () => strangers,
    rewritten: (address) => `41${toHex(address).slice(2)}`,
    noAddresses: ['', 'T', `${tron.wallet}1`, tron.wallet.slice(0, -1), toHex(tron.wallet), `O${tron.wallet.slice(1)}`],
    noTransaction: 'ab'.repeat(32),
    transfer: (to, value, token) => tron.pay(to, value, token),
    async failing(to) {
      await refuse(to)
      return tron.pay(to, 1n)
    },
    mine: tron.mine,
    finalise: tron.finalize,
    reorganise: tron.reorg,
    refuse,
    balanceOf: (of, token) => tron.balanceOf(of, token),
    setFees: async (of, sun) => tron.ledger.set(of, sun),
    expire: tron.expire,
    node: {
      down: () => node.down(),
      empty: () => node.intercept(() => ({ body: '{"jsonrpc":"2.0","id":1,"result":null}' })),
      garble: () => tron.fault('answers with garbage'),
      limit: (seconds) =>
        node.intercept(() => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' })),
      impersonate: () => tron.fault('serves another chain'),
      lag: tron.lag,
      hurry: () =>
        node.alter('eth_getBlockByNumber', (block, [tag]) =>
          tag === 'finalized' ? node.rpc.call('eth_getBlockByNumber', ['latest', false]) : block,
        ),
      leaveOut: () => tron.fault('knows no logs'),
      invent: () =>
        node.alter('eth_getLogs', (logs) =>
          (logs as { data: string }[]).map((log) => ({
            ...log,
            data: `0x${(2n * BigInt(log.data)).toString(16).padStart(64, '0')}`,
          })),
        ),
      behave: node.behave,
    },
    stop: node.stop,
  }
}

/** Nothing takes a transfer's place on Tron. */
export const tronNetwork: NetworkKind = {
  name: 'TRON',
  replaces: false,
  expires: true,
  receives: true,
  readsReceipts: true,
  start: startWorld,
}
