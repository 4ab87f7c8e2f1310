import { formatCount } from '#lib/text/decimal.ts'
import { formatExact } from '#lib/text/exact.ts'
import { isolateBidi } from '#lib/text/isolate.ts'

const placeholder = /\{\{(\w+)\}\}( USDT)?/g
const decimal = /^-?\d+(\.\d+)?$/
const sentenceEnd = /(?<=[.!?] |[。！？])|(?=\n)/u

/**
 * Fills the placeholders of a text. Counts and sums of USDT are formatted for people, other values stay. A sentence that lacks
 * a value is left out, so that no reader sees a gap, and a warning is emitted, which fails every test.
 */
export function interpolate(text: string, value: (name: string) => unknown): string {
  const isIncomplete = (part: string) => [...part.matchAll(placeholder)].some(([, name = '']) => isMissing(value(name)))
  if (!isIncomplete(text)) return fill(text, value)
  process.emitWarning(`A text lacks a value: ${text}`, 'MissingValue')
  const rest = text.split(sentenceEnd).filter((part) => !isIncomplete(part))
  return rest.length > 0 ? fill(rest.join(''), value).trim() : fill(text, (name) => value(name) || '–')
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const fill = (text: string, value: (name: string) => unknown): string =>
  text.replace(placeholder, (_, name: string, usdt = '') => formatValue(value(name), usdt !== '') + usdt)

function formatValue(value: unknown, isUsdt: boolean): string {
  if (Number.isInteger(value)) return formatCount(value as number)
  const text = String(value)
  return isUsdt && decimal.test(text) ? formatExact(text) : isolateBidi(text)
}
