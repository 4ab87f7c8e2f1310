import { useStore } from '@nanostores/react'
import type { Coin } from '#lib/money/coins.ts'
import { $session } from '#lib/session/session.ts'
import { coinColor } from '#lib/text/coin-color.ts'
import { formatAmount, formatMoney } from '#lib/text/decimal.ts'
import { utcDate, utcDayShort } from '#lib/time/format.ts'
import { BarsLegend, NoBars, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { $hidden } from '../core/texts/amounts.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { barsOf, estimatesOf, type IncomeDay, type Source } from './bars.ts'
import { $earnings } from './store.ts'

export const CHART_HEIGHT = 240

interface EarningsChartProps {
  days: readonly IncomeDay[]
  coins: readonly Coin[]
  /** Source of the earnings: unsettled days are drawn from its estimates. */
  source: Source
  height?: number
}

/** Earnings by day, stacked by coin; frozen and unsettled parts are hatched. A table with the same figures backs it. */
export function EarningsChart({ days, coins, source, height = CHART_HEIGHT }: EarningsChartProps) {
  const { t, locale } = useLanguage()
  const overview = useStore($earnings).data
  const hidden = useStore($hidden)
  const created = useStore($session)?.user?.createdAt
  const series = coins.map((name) => ({ name, color: coinColor(name) }))
  const bars = barsOf({
    days,
    estimates: overview ? estimatesOf(overview, source) : new Map(),
    series: coins,
    words: { estimated: t('chart.estimate'), open: t('chart.open'), before: t('chart.before') },
    since: created === undefined ? undefined : utcDate(created),
  })
  const words = {
    label: t('chart.label', { days: days.length }),
    day: t('chart.day'),
    total: coins.length > 1 ? t('chart.totalUsdt') : t('chart.total'),
    frozen: t('chart.frozen'),
    settled: t('chart.settled'),
    state: t('chart.state'),
  }
  if (hidden) return <NoBars height={height} text={t('balance.hidden')} />
  if (bars.every(({ total }) => !/[1-9]/.test(total))) return <NoBars height={height} text={t('chart.none')} />
  return (
    <>
      <StackedBars
        days={bars}
        series={series}
        words={words}
        formatDay={(at) => utcDayShort(at, locale)}
        formatValue={coins.length > 1 ? formatMoney : formatAmount}
        height={height}
        unit={coins.length > 1 ? '≈ USDT' : coins[0]}
      />
      <div className="mt-3 min-h-5">
        <BarsLegend series={series} frozen={t('chart.legend')} />
      </div>
    </>
  )
}
