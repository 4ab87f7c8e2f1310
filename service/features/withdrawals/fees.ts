import { type Coin, fromUnits } from '#lib/money/coins.ts'
import { type ChainCode, chains, networks } from '#lib/rules/networks.ts'
import { WITHDRAWAL_THRESHOLDS } from '#lib/rules/withdrawals.ts'
import type { Database } from '../../db/open.ts'

/** The fee of a network as it is now, in smallest units, and its place in the history: the last one that was set. */
export async function feeOn(
  db: Database,
  { coin, chain }: { coin: Coin; chain: ChainCode },
): Promise<{ id: string; fee: bigint }> {
  const row = await db
    .selectFrom('network_fees')
    .select(['id', 'fee'])
    .where('coin', '=', coin)
    .where('chain', '=', chain)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { id: row.id, fee: row.fee }
}

/** Every network with its fee and the limits of its coin. */
export async function feeList(db: Database) {
  const rows = await db
    .selectFrom('network_fees')
    .distinctOn(['coin', 'chain'])
    .select(['coin', 'chain', 'fee'])
    .orderBy('coin')
    .orderBy('chain')
    .orderBy('id', 'desc')
    .execute()
  const fees = new Map(rows.map((row) => [`${row.coin}/${row.chain}`, row.fee]))
  return networks.map(({ coin, chain }) => {
    const fee = fees.get(`${coin}/${chain}`)
    if (fee === undefined) throw new Error(`no fee of ${coin} on ${chain}`)
    return {
      currencyCode: coin,
      chainCode: chain,
      chainName: chains[chain].name,
      fee: fromUnits(fee, coin),
      minimum: WITHDRAWAL_THRESHOLDS[coin].small,
      normal: WITHDRAWAL_THRESHOLDS[coin].normal,
    }
  })
}
