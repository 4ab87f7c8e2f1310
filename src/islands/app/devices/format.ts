import { formatDuration } from '#lib/time/duration.ts'
import type { T } from '../core/texts/i18n.ts'

const units = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s', 'PH/s'] as const

/** A hash rate as number and unit, so that the unit can be set smaller: three or four significant digits. */
export function rateParts(hashesPerSecond: number): { value: string; unit: string } {
  let value = hashesPerSecond
  let index = 0
  while (value >= 999.95 && index < units.length - 1) {
    value /= 1000
    index += 1
  }
  const digits = value === 0 ? 0 : value < 10 ? 2 : 1
  return { value: value.toFixed(digits), unit: units[index] as string }
}

export const rateText = (hashesPerSecond: number): string => {
  const { value, unit } = rateParts(hashesPerSecond)
  return `${value} ${unit}`
}

/** The same without zeros at its end, as a mark on an axis. */
export const rateMark = (hashesPerSecond: number): string => {
  const { value, unit } = rateParts(hashesPerSecond)
  return `${Number(value)} ${unit}`
}

/** A whole day is 24 h where a span is of one day; longer ones count days. */
export function durationText(t: T, seconds: number): string {
  if (seconds === 86_400) return t('units.hours', { count: 24 })
  return formatDuration(seconds, {
    days: (count) => t('units.days', { count }),
    hours: (count) => t('units.hours', { count }),
    minutes: (count) => t('units.minutes', { count }),
  })
}
