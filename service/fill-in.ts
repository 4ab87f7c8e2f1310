import { formatCount } from '#lib/text/decimal.ts'
import { formatExact } from '#lib/text/exact.ts'

const placeholder = /\{\{(\w+)\}\}( USDT)?/g
const decimal = /^-?\d+(\.\d+)?$/

/** A sentence with its values, whose counts and sums of USDT are written as people read them; what is no figure stays. */
export const fillIn = (sentence: string, value: (name: string) => unknown): string =>
  sentence.replace(placeholder, (_, name: string, usdt = '') => shown(value(name), usdt !== '') + usdt)

function shown(value: unknown, isUsdt: boolean): string {
  if (Number.isInteger(value)) return formatCount(value as number)
  const text = String(value ?? '')
  return isUsdt && decimal.test(text) ? formatExact(text) : text
}
