import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { watcherDays } from '#lib/contract/watcher.ts'
import { coinColor } from '#lib/text/coin-color.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { utcDayShort, utcDayStart } from '#lib/time/format.ts'
import { BarsLegend, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { Segments } from '#ui/segments.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { ExportButton } from '../../core/lists/export-button.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { $days, saveDays } from './store.ts'

type Coins = ReplyOf<typeof watcherDays>['coins']
const HEIGHT = 220
/** Including the line below it with the legend. */
const WHOLE = HEIGHT + 32
/** The choice of a coin, with the gap behind it: it takes its room from the chart. */
const CHOICE = 43

/** Output of each day beside what was estimated, of one coin at a time. */
export function OutputByDay() {
  const coins = useStore($days).data?.coins
  const save = () => saveDays([m('csv.day'), m('csv.coin'), m('csv.output'), m('csv.estimate'), m('csv.uptime')])
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="by-day">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="by-day" className="title text-lg flex-1 min-w-40">
          {m('byDay.title')}
        </h2>
        <ExportButton save={save} disabled={!coins || coins.length === 0} />
      </div>
      <Loaded store={$days} skeleton={<BarsSkeleton height={WHOLE} />} flush>
        {({ coins }) =>
          coins.length === 0 ? (
            <p className="flex items-center justify-center text-sm text-muted" style={{ height: WHOLE }}>
              {m('byDay.none')}
            </p>
          ) : (
            <Bars coins={coins} />
          )
        }
      </Loaded>
    </section>
  )
}

function Bars({ coins }: { coins: Coins }) {
  const { locale } = useLanguage()
  const [chosen, choose] = useState(coins[0]?.currencyCode ?? 'ALEO')
  const coin = coins.find(({ currencyCode }) => currencyCode === chosen) ?? coins[0]
  if (!coin) return null
  const series = [{ name: coin.currencyCode, color: coinColor(coin.currencyCode) }]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {coins.length > 1 && (
        <Segments
          label={m('filter.coin')}
          className="justify-self-start"
          value={coin.currencyCode}
          onChange={choose}
          segments={coins.map(({ currencyCode }) => ({ value: currencyCode, label: currencyCode }))}
        />
      )}
      <StackedBars
        height={coins.length > 1 ? HEIGHT - CHOICE : HEIGHT}
        series={series}
        days={coin.days.map(({ date, amount, estimate, uptime }) => ({
          at: utcDayStart(date) ?? 0,
          frozen: amount === null,
          parts: [amount ?? estimate],
          total: amount ?? estimate,
          ...(amount !== null && { mark: estimate }),
          state: m(amount === null ? 'byDay.estimated' : 'byDay.against', {
            estimate: formatAmount(estimate),
            uptime,
          }),
        }))}
        words={{
          label: m('byDay.chart', { coin: coin.currencyCode }),
          day: m('csv.day'),
          total: m('csv.output'),
          frozen: m('byDay.open'),
          settled: m('byDay.settled'),
          state: m('csv.estimate'),
        }}
        formatDay={(at) => utcDayShort(at, locale)}
        formatValue={formatAmount}
      />
      <BarsLegend
        series={[...series, { name: m('csv.estimate'), color: 'var(--color-base-content)' }]}
        frozen={m('byDay.open')}
      />
    </div>
  )
}
