import type { LineChartProps } from './figures.ts'
import { ChartFrame } from './frame.tsx'

/** One line with a fading fill: points by day. The drawing itself is a lazy chunk. */
export function LineChart(props: LineChartProps) {
  const { points, words, formatDay, formatValue, height = 200 } = props
  const table = (
    <table className="table table-sm figures">
      <caption>{words.label}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.value}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, value }) => (
          <tr key={at}>
            <th scope="row">{formatDay(at)}</th>
            <td>{formatValue(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  const load = async () => {
    const { drawLine } = await import('./draw-line.ts')
    return (host: HTMLDivElement) => drawLine(host, props)
  }
  return <ChartFrame load={load} height={height} label={words.label} data={JSON.stringify(points)} table={table} />
}
