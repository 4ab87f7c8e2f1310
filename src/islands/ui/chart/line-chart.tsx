import { ChartFrame } from './frame.tsx'

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
  formatDay: (at: number) => string
  formatValue: (amount: string) => string
  height?: number
}

/** One line with a fading fill: points by day. The drawing itself is a lazy chunk. */
export function LineChart(props: LineChartProps) {
  const { points, words, formatDay, formatValue, height = 200 } = props
  const table = (
    <table>
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
  const draw = async (host: HTMLDivElement) => (await import('./draw-line.ts')).drawLine(host, props)
  return <ChartFrame draw={draw} height={height} label={words.label} data={JSON.stringify(points)} table={table} />
}
