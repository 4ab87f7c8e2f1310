/**
 * The smallest amount that is worth collecting, in smallest units of the token. `price`: smallest units of the token for one coin of
 * the fee. `maxFeePercent`: the part of the amount that the fee may take, in percent.
 */
export function minWorthCollecting(of: {
  fee: bigint
  feeDecimals: number
  price: bigint
  maxFeePercent: number
}): bigint {
  if (of.maxFeePercent <= 0) throw new RangeError('maxFeePercent has to be above zero')
  const divisor = 10n ** BigInt(of.feeDecimals) * BigInt(Math.round(of.maxFeePercent * 100))
  return (of.fee * of.price * 10_000n + divisor - 1n) / divisor
}
