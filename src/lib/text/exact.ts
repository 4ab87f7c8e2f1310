import { groupThousands, truncate } from './decimal.ts'

/** An amount to pay, never rounded down, so that the payment suffices; at least 2 decimals. */
export function formatExact(amount: string): string {
  const fraction = amount.split('.')[1] ?? ''
  return groupThousands(truncate(amount, Math.max(2, fraction.replace(/0+$/, '').length)))
}
