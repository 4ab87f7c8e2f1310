import { coinColor } from '#lib/text/coin-color.ts'
import { formatCount, formatMoney } from '#lib/text/decimal.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { BarsLegend, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { formatDay, t } from './texts.ts'

const daySeconds = 86_400
const last = Date.UTC(2026, 10, 20) / 1000
const series = ['ALEO', 'GRASS', 'NODEPAY', 'USDT'].map((name) => ({ name, color: coinColor(name) }))

/** Sample figures for the drawing. */
const days = Array.from({ length: 14 }, (_, index) => {
  const cents = [2100 + 400 * Math.sin(index), 900 + 200 * Math.cos(index), 700 + 90 * Math.sin(index * 2), 500].map(
    Math.round,
  )
  const text = (amount: number) => (amount / 100).toFixed(2)
  return {
    at: last - (13 - index) * daySeconds,
    frozen: index >= 12,
    parts: cents.map(text),
    total: text(cents.reduce((sum, amount) => sum + amount, 0)),
  }
})
const points = Array.from({ length: 31 }, (_, index) => ({
  at: last - (30 - index) * daySeconds,
  value: String(Math.round(900 + index * 14 + 140 * Math.sin(index / 2.6))),
}))
const words = {
  label: t('chart.label'),
  day: t('chart.day'),
  total: t('chart.total'),
  frozen: t('chart.frozen'),
  settled: t('chart.settled'),
  state: t('chart.state'),
}
const lineWords = { label: t('chart.points'), day: t('chart.day'), value: t('chart.value') }

export function Charts() {
  return (
    <>
      <StackedBars days={days} series={series} words={words} formatDay={formatDay} formatValue={formatMoney} />
      <BarsLegend series={series} frozen={t('chart.legend')} />
      <LineChart
        points={points}
        words={lineWords}
        color="--color-accent"
        formatDay={formatDay}
        formatValue={(value) => formatCount(BigInt(value))}
      />
    </>
  )
}
