import { formatMoney, withMinus } from './decimal.ts'

/**
 * A gain or a loss with 2 decimals and its sign: `+37.59`, `−0.70`, `0.00`. A loss is cut towards zero as every amount
 * is. Throws as `truncate`.
 */
export function formatSigned(amount: string): string {
  const money = formatMoney(amount)
  return /^-|^0\.00$/.test(money) ? withMinus(money) : `+${money}`
}
