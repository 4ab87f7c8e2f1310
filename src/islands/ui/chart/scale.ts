/** Labels have four decimals: a scale that ends below this would be all zeros. */
const MIN_HEIGHT = 0.0003

/** A calm scale from zero with three lines above it: the smallest of 1, 2, 2.5 and 5 times a power of ten that fits. */
export function niceSplits(highest: number): [number, number, number, number] {
  if (!(highest > 0) || !Number.isFinite(highest)) return [0, 1, 2, 3]
  const raw = Math.max(highest, MIN_HEIGHT) / 3
  const power = 10 ** Math.floor(Math.log10(raw))
  const factors = power < 0.0009 ? [1, 2, 5] : [1, 2, 2.5, 5]
  const step = (factors.find((factor) => factor * power >= raw * 0.999999) ?? 10) * power
  return [0, step, step * 2, step * 3].map((split) => Number(split.toPrecision(12))) as [number, number, number, number]
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

/** Step of the shown labels: every 2nd for two weeks, every 4th when narrow, and no more than fit. */
export function labelStep(length: number, narrow: boolean, fitting: number): number {
  return Math.max(narrow ? 4 : 2, Math.ceil(length / Math.max(1, Math.min(fitting, narrow ? 4 : 8))))
}

const shortened = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 4 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
/** Four digits are written out, more are shortened. */
export const axisText = (value: number) => (value < 10_000 ? whole : shortened).format(value)
