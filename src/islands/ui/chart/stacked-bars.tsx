import { ChartFrame } from './frame.tsx'

export interface BarDay {
  /** 00:00 UTC of the day in Unix seconds. */
  at: number
  /** Frozen or not settled yet: hatched. */
  frozen: boolean
  /** What the day is, where neither "frozen" nor "settled" says it: an estimate, for example. */
  state?: string
  /** Decimal strings, one for each series, in its order. */
  parts: readonly string[]
  /** What stands for each part in the tooltip and the table, where the bar is drawn in another unit. */
  texts?: readonly string[]
  /** Decimal string, summed by whoever owns the figures. */
  total: string
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
}

/** Amounts by day, stacked by series. The drawing itself is a lazy chunk. */
export function StackedBars(props: StackedBarsProps) {
  const { days, series, words, formatDay, formatValue, height = 240 } = props
  const table = (
    <table>
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
  const draw = async (host: HTMLDivElement) => (await import('./draw-bars.ts')).drawBars(host, props)
  return (
    <ChartFrame
      draw={draw}
      className="ghost-bars"
      height={height}
      label={words.label}
      data={JSON.stringify([days, series])}
      table={table}
    />
  )
}

/** What the colours and the hatching mean. */
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
