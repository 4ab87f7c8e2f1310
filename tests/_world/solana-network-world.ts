import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { openSolanaNetwork } from '#service/chains/solana/network.ts'
import { readConfig } from '#service/platform/config.ts'
import type { NetworkKind, NetworkWorld } from './network-world.ts'
import { SOL, startSolanaWorld } from './solana-world.ts'

/** Solana on its double, with the settings of an operator who pays USDT. */

const HOUR_MS = 3_600_000

async function startWorld(): Promise<NetworkWorld> {
  const solana = await startSolanaWorld()
  const { node, chain } = solana
  const settings = readConfig({
    SOLANA_RPC_URL: node.url,
    SOLANA_RPC_KEY: 'a-key-of-a-provider',
    SOLANA_USDT: solana.usdt,
    SOLANA_GENESIS_HASH: chain.genesisHash,
  }).networks.SOLANA
  if (!settings) throw new Error('no settings of Solana')
  let now = 0
  // A node is identified once an hour; here each look is an hour later.
  const options = {
    ...solana.options,
    now() {
      now += HOUR_MS
      return now
    },
  }
  const usdt = settings.tokens.filter(({ coin }) => coin === 'USDT')
  const open = () => openSolanaNetwork({ ...settings, tokens: usdt, otherTokens: [solana.otherToken] }, options)
  chain.setLamports(solana.wallet, 1_000n * SOL)
  let strangers = 0
  const none = { xpub: '', key: '', otherKey: '', wallet: '', addressOf: () => '' }
  return {
    network: open(),
    reopen: open,
    token: solana.usdt,
    otherToken: solana.otherToken,
    unknownToken: solana.strangeToken,
    decimals: 6,
    payer: { key: solana.payerKey, address: solana.wallet },
    deposits: none,
    stranger() {
      strangers += 1
      return solana.walletOfNobody(strangers)
    },
    rewritten: (address) => address,
    noAddresses: [
      '',
      `${solana.wallet}1`,
      solana.wallet.slice(0, -4),
      ` ${solana.wallet}`,
      `O${solana.wallet.slice(1)}`,
      '1'.repeat(32),
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'TNaRAoLUyYEV2uF7GUrzSjRQTU8v5ZJ5VR',
      base58.encode(createHash('sha512').update('64 bytes').digest()),
    ],
    noTransaction: base58.encode(createHash('sha512').update('no transaction').digest()),
    transfer: (to, value, token) => solana.transfer(to, value, token),
    async failing(to) {
      await solana.freeze(to)
      return solana.transfer(to, 1n)
    },
    mine: async (blocks) => solana.mine(blocks),
    finalise: async () => solana.finalize(),
    reorganise: async (depth) => chain.reorganise(depth),
    refuse: (to) => solana.freeze(to),
    balanceOf: (of, token) => solana.balanceOf(of, token),
    async setFees(of, lamports) {
      chain.setLamports(of, lamports)
    },
    expire: async () => solana.expire(),
    node: {
      down: node.down,
      empty: () => node.intercept(() => ({ body: '{"jsonrpc":"2.0","id":1,"result":null}' })),
      garble: () => node.intercept(() => ({ body: '<html>Welcome to nginx!</html>' })),
      limit: (seconds) =>
        node.intercept(() => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: '' })),
      impersonate: () => node.alter('getGenesisHash', () => solana.usdt),
      lag: chain.lag,
      hurry: () => chain.hurry(true),
      leaveOut: () => node.alter('getSignatureStatuses', (answer) => ({ ...(answer as object), value: [null] })),
      invent: () => node.alter('getTransaction', (answer) => ({ ...(answer as object), meta: null })),
      behave: node.behave,
    },
    stop: node.stop,
  }
}

/** Nothing takes a transfer's place on Solana, and nothing is received there. */
export const solanaNetwork: NetworkKind = {
  name: 'SOLANA',
  replaces: false,
  expires: true,
  receives: false,
  readsReceipts: true,
  start: startWorld,
}
