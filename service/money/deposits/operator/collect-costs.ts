import { formatUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { minWorthCollecting } from '#service/chains/min-worth.ts'
import { type CollectKind, type Collector, failureReason, type NetworkFacts } from '#service/chains/network.ts'
import type { UnsweptDeposit } from '#service/money/deposits/sweeps.ts'
import type { Networks } from './networks.ts'

/** The cost of sweeping, before anything is signed. */

/** Addresses of a network that are asked about: the dearest of them stands for the rest. */
const SAMPLES = 5

/** The highest fee of one address, in smallest units of the fee's coin, or the reason why it is not known. */
export type NetworkCost = { network: UnsweptDeposit['network']; coin: NetworkFacts['feeCoin'] } & (
  | { fee: bigint; kinds: readonly CollectKind[] }
  | { why: string }
)

interface CostRequest {
  networks: Networks
  collectors: ReadonlyMap<string, Collector>
}

export async function costsOf(
  unswept: readonly UnsweptDeposit[],
  { networks, collectors }: CostRequest,
): Promise<NetworkCost[]> {
  const costs: NetworkCost[] = []
  for (const network of new Set(unswept.map((one) => one.network))) {
    const [at, collector] = [networks.get(network), collectors.get(network)]
    const treasury = at?.settings.treasury
    if (!at || !collector || treasury === undefined) continue
    const common = { network, coin: at.network.facts.feeCoin }
    try {
      let dearest: { fee: bigint; kinds: readonly CollectKind[] } = { fee: 0n, kinds: [] }
      for (const { number, address, arrived, moved } of unswept
        .filter((one) => one.network === network)
        .slice(0, SAMPLES)) {
        const transfer = { payer: address, to: treasury, token: at.token, value: arrived - moved }
        const cost = await collector.cost({ number, transfer })
        if (cost.fee > dearest.fee) dearest = cost
      }
      costs.push({ ...common, ...dearest })
    } catch (error) {
      costs.push({ ...common, why: failureReason(error) })
    }
  }
  return costs
}

/** The smallest amount that is worth the dearest fee, in units of the ledger. */
export const minWorthOf = (
  costs: readonly NetworkCost[],
  { price, maxFeePercent }: { price: bigint; maxFeePercent: number },
): bigint =>
  costs.reduce((least, cost) => {
    if ('why' in cost) return least
    const { fee, coin } = cost
    const worth = minWorthCollecting({ fee, feeDecimals: coin.decimals, price, maxFeePercent })
    // biome-ignore lint/complexity/useMathMinMax: Math.max takes no bigint
    return worth > least ? worth : least
  }, 0n)

/** The sentence of a cost in the operator's question. */
export function textOf(cost: NetworkCost, addresses: number): string {
  const name = networkName(cost.network)
  if ('why' in cost) return `${name}: the cost is not known: ${cost.why}`
  const { fee, kinds, coin } = cost
  const text = (units: bigint) => `${formatUnits(units, coin.decimals)} ${coin.code}`
  return `${name}: at most ${text(fee)} an address (${kinds.join(', ')}), ${text(fee * BigInt(addresses))} in all.`
}
