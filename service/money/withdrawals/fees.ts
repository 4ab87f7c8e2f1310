import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { type ChainCode, chains, networks } from '#lib/rules/networks.ts'
import { maxFee, minimumAt, WITHDRAWAL_THRESHOLDS } from '#lib/rules/withdrawals.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The current fee of a network in smallest units, with its id in the history. */
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

/** Every network with its fee and its limits. */
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
      minimum: fromUnits(minimumAt({ coin, fee }), coin),
      normal: WITHDRAWAL_THRESHOLDS[coin].normal,
    }
  })
}

/** Why a fee is invalid; undefined when it is valid. The minimum that follows from it must not exceed the normal threshold. */
export function feeValidationError({ coin, fee }: { coin: Coin; fee: bigint }): string | undefined {
  if (fee <= maxFee(coin)) return undefined
  const { normal } = WITHDRAWAL_THRESHOLDS[coin]
  const minimum = fromUnits(minimumAt({ coin, fee }), coin)
  return `A fee of ${fromUnits(fee, coin)} ${coin} would make the minimum ${minimum} ${coin}, and more than ${normal} ${coin} is promised to be withdrawable at any time. The highest fee is ${fromUnits(maxFee(coin), coin)} ${coin}.`
}

/** One sentence for each invalid fee in the database; checked at every start. */
export async function feeValidationErrors(db: Database): Promise<string[]> {
  const list = await feeList(db)
  return list.flatMap(({ currencyCode: coin, chainCode, fee }) => {
    const problem = feeValidationError({ coin, fee: toUnits(fee, coin) })
    return problem === undefined ? [] : [`${coin}/${chainCode}: ${problem} Set it with \`operate fees\`.`]
  })
}
