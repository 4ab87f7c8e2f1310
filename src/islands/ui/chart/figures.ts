/** Data of the charts: for their tables, and for their drawing, which is loaded later. */

export interface BarDay {
  /** 00:00 UTC of the day in Unix seconds. */
  at: number
  /** Frozen or not settled yet: hatched. */
  frozen: boolean
  /** State of the day other than "frozen" or "settled": an estimate, for example. */
  state?: string
  /** Decimal strings, one for each series, in its order. */
  parts: readonly string[]
  /** Text of each part in tooltip and table, if the bar is drawn in another unit. */
  texts?: readonly string[]
  /** Decimal string, summed by the caller. */
  total: string
  /** A decimal string to compare the bar with: a line across it at that height. */
  mark?: string
}

export interface BarSeries {
  name: string
  /** A hex colour. */
  color: string
}

export interface BarWords {
  label: string
  day: string
  total: string
  frozen: string
  settled: string
  state: string
}

export interface StackedBarsProps {
  days: readonly BarDay[]
  series: readonly BarSeries[]
  words: BarWords
  formatDay: (at: number) => string
  formatValue: (amount: string) => string
  height?: number
  /** Unit of the axis, above it. */
  unit?: string | undefined
}

export interface LinePoint {
  /** Unix seconds. */
  at: number
  /** Decimal string. */
  value: string
}

export interface LineChartProps {
  points: readonly LinePoint[]
  words: { label: string; day: string; value: string }
  /** The CSS variable of the line's colour. */
  color?: '--color-primary' | '--color-accent' | '--color-info'
  /** Upper bound of all values, such as 100 percent: the scale ends there. */
  max?: number
  /** True if a value holds until the next one: a price changes at once, without a slope. */
  stepped?: boolean
  formatDay: (at: number) => string
  /** The same for the axis, where it is to be shorter. */
  formatAxis?: (at: number) => string
  /** A value on its axis with its unit; without it a bare number. */
  formatAxisValue?: (value: number) => string
  formatValue: (amount: string) => string
  height?: number
}
