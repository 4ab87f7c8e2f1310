import { useStore } from '@nanostores/react'
import { minedCoins, withdrawableCoins } from '#lib/money/coins.ts'
import { Fit } from '#ui/fit.tsx'
import { useMedia } from '#ui/media.ts'
import { Segments } from '#ui/segments.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { dayBefore } from '../core/lists/day-range.ts'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { estimated, worthOfAll } from './bars.ts'
import { EarningsChart } from './chart.tsx'
import { $earnings, $homeIncome, $homeType, $today } from './store.ts'

/** Beside the balance the chart is as high as it; below it, lower. */
const HEIGHT = { beside: 296, below: 230 }

/** The last 14 days on the overview. */
export function HomeChart() {
  const t = useT()
  const type = useStore($homeType)
  const { data, error } = useStore($homeIncome)
  const height = HEIGHT[useMedia('(min-width: 80rem)') ? 'beside' : 'below']
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="home-chart">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="home-chart" className="text-sm font-medium text-muted">
          {t('chart.home')}
        </h2>
        <Segments
          label={t('chart.source')}
          value={type}
          onChange={(value) => $homeType.set(value)}
          segments={(['all', 'pc', 'cloud'] as const).map((value) => ({ value, label: t(`chart.sources.${value}`) }))}
        />
      </div>
      <HomeFigures />
      <div className="mt-4 min-h-[16.375rem] xl:min-h-[20.5rem]">
        {error && !data && <ReadFailed error={error} flush onRetry={() => void $homeIncome.reload()} />}
        {!data && !error && <BarsSkeleton height={height} />}
        {data && <EarningsChart days={data.days} coins={minedOnly(data.total)} source={type} height={height} />}
      </div>
    </section>
  )
}

/** Coins of the days, or those that are mined while there is none yet; in the order of the palette. */
function minedOnly(total: readonly { currencyCode: string }[]) {
  const found = withdrawableCoins.filter((coin) => total.some(({ currencyCode }) => currencyCode === coin))
  return found.length > 0 ? found : minedCoins
}

function HomeFigures() {
  const t = useT()
  const { usdt } = useAmounts()
  const type = useStore($homeType)
  const income = useStore($homeIncome).data
  const overview = useStore($earnings).data
  const yesterday = income?.days.find(({ date }) => date === dayBefore($today.get(), 1))
  const figures = [
    ['chart.yesterday', yesterday?.settled ? usdt(worthOfAll(yesterday.coins)) : income && t('chart.notYet')],
    ['chart.today', overview && usdt(worthOfAll(estimated(overview.coins, 'minedToday', type)))],
    ['chart.days', income && usdt(worthOfAll(income.total))],
  ] as const
  return (
    <dl className="mt-3 grid grid-cols-3 gap-x-4 max-w-md">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{t(label)}</dt>
          <dd className="num title text-xl mt-0.5 min-h-6 @container" translate="no">
            <Fit text={value ?? '—'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
