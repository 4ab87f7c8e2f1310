/** Labels have four decimals: lines closer than this would all be named zero. */
const MIN_STEP = 0.0001

/** Lines above zero; of scales that end at the same height the first one is taken. */
const LINES = [3, 4, 2] as const

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a value, with four decimals at most. */
function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const factors = power < 0.0009 ? [1, 2, 5] : [1, 2, 2.5, 5]
  return (factors.find((factor) => factor * power >= atLeast * 0.999999) ?? 10) * power
}

/** A calm scale from zero with two to four lines above it: the one that ends closest to the highest value. */
export function niceSplits(highest: number): number[] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1, 2, 3]
  const scales = LINES.map((lines) => ({ lines, step: niceStep(Math.max(highest / lines, MIN_STEP)) }))
  const lowest = Math.min(...scales.map(({ lines, step }) => lines * step))
  const { lines, step } = scales.find((one) => one.lines * one.step <= lowest * 1.000001) ?? { lines: 3, step: highest }
  return Array.from({ length: lines + 1 }, (_, index) => Number((step * index).toPrecision(12)))
}

/**
 * The scale of a bounded figure, such as 100 percent, ends at the bound, with a line half way; other scales are calm.
 */
export const splitsOf = (highest: number, max?: number): readonly number[] =>
  max === undefined ? niceSplits(highest) : [0, max / 2, max]

/** Every n-th index, counted back from the newest, so that the last day is always named. */
export function everyNth(length: number, n: number): number[] {
  return Array.from({ length }, (_, index) => index).filter((index) => (length - 1 - index) % n === 0)
}

/**
 * Step of the shown labels: every 2nd for two weeks, every 4th when narrow, and no more than fit. Where only the last one
 * of a few would be named, the first one is too.
 */
export function labelStep(length: number, narrow: boolean, fitting: number): number {
  const step = Math.max(narrow ? 4 : 2, Math.ceil(length / Math.max(1, Math.min(fitting, narrow ? 4 : 8))))
  return length > 1 && step >= length && fitting > 1 ? length - 1 : step
}

const shortened = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 4 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
/** Four digits are written out, more are shortened. */
export const axisText = (value: number) => (value < 10_000 ? whole : shortened).format(value)
