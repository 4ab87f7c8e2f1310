import type { BarSeries, StackedBarsProps } from './figures.ts'
import { ChartFrame } from './frame.tsx'

/** Amounts by day, stacked by series. The drawing itself is a lazy chunk. */
export function StackedBars(props: StackedBarsProps) {
  const { days, series, words, formatDay, formatValue, unit, height = 240 } = props
  const table = (
    <table className="table table-sm figures">
      <caption>{words.label}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">{words.total}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ at, parts, texts, total, frozen, state }) => (
          <tr key={at}>
            <th scope="row">{formatDay(at)}</th>
            {series.map(({ name }, index) => (
              <td key={name}>{texts?.[index] ?? formatValue(parts[index] ?? '0')}</td>
            ))}
            <td>{formatValue(total)}</td>
            <td>{state ?? (frozen ? words.frozen : words.settled)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  const load = async () => {
    const { drawBars } = await import('./draw-bars.ts')
    return (host: HTMLDivElement) => drawBars(host, props)
  }
  return (
    <ChartFrame
      load={load}
      className="ghost-bars"
      // The unit takes its line from the drawing: the chart is as high as its skeleton.
      height={unit ? height - 16 : height}
      unit={unit}
      label={words.label}
      data={JSON.stringify([days, series])}
      table={table}
    />
  )
}

/** Replaces the bars by the reason why there are none. */
export const NoBars = ({ height, text }: { height: number; text: string }) => (
  <p className="grid place-items-center text-sm text-faint text-center" style={{ height: height + 32 }}>
    {text}
  </p>
)

/** Legend of colours and hatching. */
export function BarsLegend({ series, frozen }: { series: readonly BarSeries[]; frozen: string }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-xs text-muted">
      {series.map(({ name, color }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span className="swatch" style={{ backgroundColor: color }} />
          {name}
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5 sm:ml-auto">
        <span className="swatch hatch bg-(--chart-cross)" />
        {frozen}
      </li>
    </ul>
  )
}
