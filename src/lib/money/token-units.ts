import { decimalsOf } from './coins.ts'

/** Converts units of USDT in the ledger into those of its token on a network, rounded up, so that never less is asked for than is due. */
export function tokenUnits(units: bigint, decimals: number): bigint {
  const more = decimals - decimalsOf.USDT
  // Stryker disable next-line EqualityOperator: as many places are a division or a multiplication by one
  if (more >= 0) return units * 10n ** BigInt(more)
  const unit = 10n ** BigInt(-more)
  return (units + unit - 1n) / unit
}
