import uPlot from 'uplot'
import type { LineChartProps } from './figures.ts'
import { baseOptions, draw, tipLine, token, tooltip } from './plot.ts'

/** Draws, and returns a function that removes the drawing. */
export function drawLine(host: HTMLDivElement, props: LineChartProps) {
  const { points, words, color, max, stepped, formatDay, formatAxis = formatDay, formatAxisValue, formatValue } = props
  const stroke = token(color ?? '--color-primary')
  const xs = points.map(({ at }) => at)
  const ys = points.map(({ value }) => Number(value))
  const fade = ({ ctx, bbox }: uPlot) => {
    const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height)
    gradient.addColorStop(0, `${stroke}38`)
    gradient.addColorStop(1, `${stroke}00`)
    return gradient
  }
  const fill = (index: number) => {
    const point = points[index]
    return point ? [tipLine(formatDay(point.at), formatValue(point.value)), tipLine(words.value, '', stroke)] : []
  }
  // A scale from a point to itself has no width and draws nothing: a single point is centred.
  const margin = points.length === 1 ? 1 : 0
  const highest = Math.max(0, ...ys)
  const base = baseOptions({ host, xs, highest, max, formatAxis, formatAxisValue, margin, axisWidth: 48 })
  const paths = stepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  const options: uPlot.Options = {
    ...base,
    cursor: { ...base.cursor, points: { size: 7, fill: stroke } },
    series: [{}, { stroke, width: 1.75, fill: fade, points: { show: points.length === 1 }, ...(paths && { paths }) }],
    plugins: [tooltip(fill)],
  }
  return draw(options, [xs, ys], host)
}
