import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { toHex } from '#service/chains/tron/addresses.ts'
import { TRANSFER_TOPIC, toTopic } from '#service/chains/tron/replies.ts'
import { NOON } from './clock.ts'
import { fundUser } from './funds.ts'
import { createOperator } from './operator.ts'
import { startTronWorld, walletKey } from './tron-world.ts'
import { addresses, walletOf, withdraw } from './wallets.ts'
import { createWorld } from './world.ts'

const DAY_MS = 86_400_000

export type TronPayoutWorld = Awaited<ReturnType<typeof createTronPayoutWorld>>

/** A service, a user with 2000 USDT and a wallet of TRC20, and a node of Tron that an operator pays with. */
export async function createTronPayoutWorld({
  now = NOON + DAY_MS,
  serviceFollows = false,
}: {
  now?: number
  serviceFollows?: boolean
} = {}) {
  const tron = await startTronWorld()
  const network = {
    TRON_RPC_URL: tron.node.url,
    TRON_RPC_KEY: 'a-key-of-a-provider',
    TRON_RPC_HEADERS: 'X-Project: idleforge',
    TRON_USDT: tron.token,
    TRON_CHAIN_ID: tron.node.chainId,
  }
  const world = await createWorld({
    settings: serviceFollows ? { ...network, ALARM_EMAIL: 'alarms@idleforge.example' } : {},
  })
  // The wallet is new, and held for a day.
  world.clock.set(now - DAY_MS)
  const user = await world.user()
  const wallet = await walletOf(user, { coin: 'USDT', chain: 'TRON' })
  await fundUser(world, user, { USDT: '2000' })
  world.clock.set(now)
  const keyFile = join(world.dataDir, 'tron.key')
  writeFileSync(keyFile, `${bytesToHex(walletKey)}\n`, { mode: 0o600 })
  const settings = { ...network, TRON_PAYER_KEY_FILE: keyFile }
  const operate = createOperator(world, settings)
  const receiver = addresses.TRON
  return {
    world,
    tron,
    user,
    operate,
    settings,
    receiver,
    /** An approved withdrawal. */
    async approved(amount = '13'): Promise<string> {
      const { _id: id } = await withdraw(user, wallet, { amount })
      const { code, err } = await operate(`approve ${id}`)
      if (code !== 0) throw new Error(err)
      return id
    },
    /** A withdrawal as its user sees it. */
    async shown(id: string) {
      const { records } = await user.call(withdrawalList, { page: 1 })
      return records.find(({ _id }) => _id === id)
    },
    /** The transfers to the receiver that blocks hold. */
    async received(): Promise<bigint[]> {
      const logs = await tron.node.anvil<{ data: string }[]>('eth_getLogs', [
        { fromBlock: '0x0', address: toHex(tron.token), topics: [TRANSFER_TOPIC, null, toTopic(toHex(receiver))] },
      ])
      return logs.map(({ data }) => BigInt(data))
    },
    /** The broadcasts that the node was asked for. */
    sendings: () => tron.node.calls.filter(({ method }) => method === 'broadcasthex').length,
    transfers: (id: string) =>
      world.query<{ outcome: string | null; transaction_id: string; signed: string }>(
        'select outcome, transaction_id, signed from signed_transfers where withdrawal_id = $1 order by position',
        [id],
      ),
    async close() {
      try {
        await world.close()
      } finally {
        await tron.stop()
      }
    },
  }
}
