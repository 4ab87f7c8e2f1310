import { type Coin, decimalsOf, withdrawableCoins } from '#lib/money/coins.ts'
import type { ChainCode } from '#lib/rules/networks.ts'
import type { Config } from '#service/platform/config.ts'
import type { Database } from '#service/platform/db/open.ts'
import { openNetwork, payingNetwork } from './transfers.ts'

export interface HotWalletBalance {
  coin: Coin
  chain: ChainCode
  /** The wallet that signed last. */
  payer: string
  /** Smallest units of the ledger; undefined when the node does not answer. */
  holds: bigint | undefined
}

/** Balances of the paying wallets on each network that has a node and a signed transfer. */
export async function readHotWalletBalances({
  db,
  config,
}: {
  db: Database
  config: Config
}): Promise<HotWalletBalance[]> {
  const payers = await db
    .selectFrom('signed_transfers')
    .distinctOn('chain')
    .select(['chain', 'payer'])
    .orderBy('chain')
    .orderBy('signed_at', 'desc')
    .execute()
  const known = payers.flatMap(({ chain, payer }) =>
    withdrawableCoins.flatMap((coin) => {
      const paying = payingNetwork(config, { coin, chain })
      return paying ? [{ coin, chain, payer, paying }] : []
    }),
  )
  return Promise.all(
    known.map(async ({ paying, ...wallet }) => {
      const balance = openNetwork(db, paying).then(async ({ follower, token, decimals }) => {
        const held = await follower.balanceOf(wallet.payer, token)
        return (held * 10n ** BigInt(decimalsOf[wallet.coin])) / 10n ** BigInt(decimals)
      })
      return { ...wallet, holds: await balance.catch(() => undefined) }
    }),
  )
}
