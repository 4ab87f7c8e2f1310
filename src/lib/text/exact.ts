import { groupThousands, truncate } from './decimal.ts'

/** Money that somebody is asked for: cut by nothing, so that what is sent is enough; 2 decimals where it has fewer. */
export function formatExact(amount: string): string {
  const fraction = amount.split('.')[1] ?? ''
  return groupThousands(truncate(amount, Math.max(2, fraction.replace(/0+$/, '').length)))
}
