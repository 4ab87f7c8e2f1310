import uPlot from 'uplot'
import type { LineChartProps } from './figures.ts'
import { baseOptions, tipLine, token, tooltip } from './plot.ts'

/** Draws and returns how to take it away. */
export function drawLine(host: HTMLDivElement, { points, words, color, formatDay, formatValue }: LineChartProps) {
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
  const base = baseOptions({ host, xs, highest: Math.max(0, ...ys), formatDay, margin: 0, axisWidth: 48 })
  const options: uPlot.Options = {
    ...base,
    cursor: { ...base.cursor, points: { size: 7, fill: stroke } },
    series: [{}, { stroke, width: 1.75, fill: fade, points: { show: points.length === 1 } }],
    plugins: [tooltip(fill)],
  }
  const plot = new uPlot(options, [xs, ys], host)
  return () => plot.destroy()
}
