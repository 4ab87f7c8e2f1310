import { fromUnits, toUnits } from '#lib/money/coins.ts'

/** What is still to be sent of an amount, of which so much was seen on chain; '0' when nothing is. USDT, decimal strings. */
export function leftToSend({ amount, seen }: { amount: string; seen: string }): string {
  const left = toUnits(amount, 'USDT') - toUnits(seen, 'USDT')
  return left > 0n ? fromUnits(left, 'USDT') : '0'
}
