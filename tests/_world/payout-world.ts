import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Wallet } from '#lib/contract/wallets.ts'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { type Chain, payerKey, startChain } from './chain.ts'
import { NOON } from './clock.ts'
import { fundUser } from './funds.ts'
import { createOperator, type Operator } from './operator.ts'
import { createRpcProxy, type RpcProxy } from './rpc-proxy.ts'
import type { User } from './visitor.ts'
import { addresses, walletOf, withdraw } from './wallets.ts'
import { createWorld, type World } from './world.ts'

const DAY_MS = 86_400_000
const networks = { ETHEREUM: { chainId: 1, decimals: 6 }, BSC: { chainId: 56, decimals: 18 } } as const
/** Blocks until a transfer of the tests is final. */
export const CONFIRMATION_BLOCKS = 3

export interface PayoutWorld {
  world: World
  chain: Chain
  gate: RpcProxy
  user: User
  operate: Operator
  /** The recipient of the withdrawals. */
  receiver: `0x${string}`
  /** Settings of the network for the operator's program. */
  settings: Record<string, string>
  /** An approved withdrawal; on Ethereum 3 USDT of it are the fee, on BNB Smart Chain 0.3. */
  approved(amount?: string): Promise<string>
  /** An approved withdrawal of another coin on the same network. */
  other(coin: Coin, amount: string): Promise<string>
  /** A withdrawal as its user sees it. */
  shown(id: string): Promise<{ status: number; transactionId?: string } | undefined>
  close(): Promise<void>
}

interface PayoutOptions {
  serviceFollows?: boolean
  now?: number
  /** Decimals of the token; by default those of USDT on that network. */
  decimals?: number
  /** Another coin whose token it is too. */
  coin?: Coin
}

/** A service, a user with 2000 USDT and a wallet, and a network with a node that an operator pays with. */
export async function createPayoutWorld(
  on: keyof typeof networks,
  { serviceFollows = false, now = NOON + DAY_MS, decimals, coin }: PayoutOptions = {},
): Promise<PayoutWorld> {
  const chain = await startChain({ ...networks[on], decimals: decimals ?? networks[on].decimals })
  const gate = await createRpcProxy(chain)
  const network = {
    [`${on}_RPC_URL`]: gate.url,
    [`${on}_USDT`]: chain.token,
    [`${on}_CONFIRMATIONS`]: String(CONFIRMATION_BLOCKS),
    ...(coin !== undefined && { [`${on}_${coin}`]: chain.token }),
  }
  const world = await createWorld({
    settings: serviceFollows ? { ...network, ALARM_EMAIL: 'alarms@idleforge.example' } : {},
  })
  // The wallet is new, and held for a day.
  world.clock.set(now - DAY_MS)
  const user = await world.user()
  const wallet: Wallet = await walletOf(user, { coin: 'USDT', chain: on })
  await fundUser(world, user, { USDT: '2000' })
  world.clock.set(now)
  const keyFile = join(world.dataDir, 'payer.key')
  writeFileSync(keyFile, `${payerKey}\n`, { mode: 0o600 })
  const settings = { ...network, PAYER_KEY_FILE: keyFile }
  const operate = createOperator(world, settings)
  const approve = async (from: Wallet, amount: string): Promise<string> => {
    const { _id: id } = await withdraw(user, from, { amount })
    const { code, err } = await operate(`approve ${id}`)
    if (code !== 0) throw new Error(err)
    return id
  }
  return {
    world,
    chain,
    gate,
    user,
    operate,
    settings,
    receiver: addresses[on] as `0x${string}`,
    approved: (amount = '13') => approve(wallet, amount),
    async other(coin, amount) {
      const held = await walletOf(user, { coin, chain: on })
      await fundUser(world, user, { [coin]: amount })
      world.clock.advance(86_400)
      return approve(held, amount)
    },
    async shown(id) {
      for (let page = 1; ; page += 1) {
        const { records } = await user.call(withdrawalList, { page })
        const found = records.find(({ _id }) => _id === id)
        if (found || records.length === 0) return found as { status: number; transactionId?: string } | undefined
      }
    },
    async close() {
      try {
        await world.close()
      } finally {
        await gate.stop()
        await chain.stop()
      }
    },
  }
}
