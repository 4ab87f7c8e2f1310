import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withdrawalList } from '#lib/contract/withdrawals.ts'
import { NOON } from './clock.ts'
import { fundUser } from './funds.ts'
import { createOperator } from './operator.ts'
import { startSolanaWorld } from './solana-world.ts'
import { addresses, walletOf, withdraw } from './wallets.ts'
import { createWorld } from './world.ts'

const DAY_MS = 86_400_000

export type SolanaPayoutWorld = Awaited<ReturnType<typeof createSolanaPayoutWorld>>

/** The settings of a node of Solana of this machine. */
export const solanaNetworkSettings = ({ node, chain, grass, usdt }: Awaited<ReturnType<typeof startSolanaWorld>>) => ({
  SOLANA_RPC_URL: node.url,
  SOLANA_RPC_KEY: 'a-key-of-a-provider',
  SOLANA_RPC_HEADERS: 'X-Project: idleforge',
  SOLANA_GRASS: grass,
  SOLANA_USDT: usdt,
  SOLANA_GENESIS_HASH: chain.genesisHash,
})

/** A service, a user with GRASS, USDT and wallets of Solana, and a node that an operator pays with. */
export async function createSolanaPayoutWorld({
  now = NOON + DAY_MS,
  serviceFollows = false,
}: {
  now?: number
  serviceFollows?: boolean
} = {}) {
  const solana = await startSolanaWorld()
  const network = solanaNetworkSettings(solana)
  const world = await createWorld({
    settings: serviceFollows ? { ...network, ALARM_EMAIL: 'alarms@idleforge.example' } : {},
  })
  // The wallets are new, and held for a day.
  world.clock.set(now - DAY_MS)
  const user = await world.user()
  const wallets = {
    GRASS: await walletOf(user, { coin: 'GRASS', chain: 'SOLANA' }),
    USDT: await walletOf(user, { coin: 'USDT', chain: 'SOLANA' }),
  }
  await fundUser(world, user, { GRASS: '900', USDT: '900' })
  world.clock.set(now)
  const keyFile = join(world.dataDir, 'solana.key')
  writeFileSync(keyFile, `${solana.payerKey}\n`, { mode: 0o600 })
  const settings = { ...network, SOLANA_PAYER_KEY_FILE: keyFile }
  const operate = createOperator(world, settings)
  const receiver = addresses.SOLANA
  return {
    world,
    solana,
    user,
    operate,
    settings,
    receiver,
    /** An approved withdrawal of 13. */
    async approved(coin: keyof typeof wallets = 'GRASS'): Promise<string> {
      const { _id: id } = await withdraw(user, wallets[coin], { amount: '13' })
      const { code, err } = await operate(`approve ${id}`)
      if (code !== 0) throw new Error(err)
      return id
    },
    /** A withdrawal as its user sees it. */
    async shown(id: string) {
      const { records } = await user.call(withdrawalList, { page: 1 })
      return records.find(({ _id }) => _id === id)
    },
    /** Smallest units of GRASS that the receiver holds, by the chain itself. */
    received: () => solana.balanceOf(receiver, solana.grass),
    transfers: (id: string) =>
      world.query<{ outcome: string | null; transaction_id: string; signed: string }>(
        'select outcome, transaction_id, signed from signed_transfers where withdrawal_id = $1 order by position',
        [id],
      ),
    async close() {
      try {
        await world.close()
      } finally {
        await solana.stop()
      }
    },
  }
}
