import { MAX_POINTS, type RatePoint } from '../rate-history.ts'

export const CHART = { width: 600, height: 120 } as const

/** Paths of the two rates; the newest point is at the right edge, and the axis begins at zero. */
export function chartPaths(points: readonly RatePoint[]): { line: string; area: string; verified: string } {
  const highest = Math.max(1, ...points.flat()) * 1.08
  const step = CHART.width / (MAX_POINTS - 1)
  const first = CHART.width - (points.length - 1) * step
  const x = (index: number) => (first + index * step).toFixed(1)
  const y = (rate: number) => (CHART.height - (rate / highest) * CHART.height).toFixed(1)
  const path = (of: 0 | 1) =>
    points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(point[of])}`).join('')
  const line = path(0)
  const area = points.length > 1 ? `${line}V${CHART.height}H${x(0)}Z` : ''
  return { line, area, verified: path(1) }
}
