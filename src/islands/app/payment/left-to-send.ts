import { fromUnits, toUnits } from '#lib/money/coins.ts'

/** The rest of an amount after the part seen on chain; '0' if paid. USDT, decimal strings. */
export function leftToSend({ amount, seen }: { amount: string; seen: string }): string {
  const left = toUnits(amount, 'USDT') - toUnits(seen, 'USDT')
  return left > 0n ? fromUnits(left, 'USDT') : '0'
}
