import { useStore } from '@nanostores/react'
import { type Coin, minedCoins, withdrawableCoins } from '#lib/money/coins.ts'
import { Segments } from '#ui/segments.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { DayRangeHead } from '../core/lists/day-range-head.tsx'
import { m } from '../core/texts/money.ts'
import { CHART_HEIGHT, EarningsChart } from './chart.tsx'
import { BySource, Compared } from './compare.tsx'
import { $chartCoin, $income, $type, days } from './range.ts'

/** Earnings by day for up to 14 days, beside the days before them, and by device. */
export function Statistics() {
  return (
    <section className="panel overflow-hidden" aria-labelledby="statistics">
      <div className="p-5 lg:p-6">
        <DayRangeHead id="statistics" title={m('statistics.title')} range={days} />
        <Chart />
      </div>
      <Compared />
      <BySource />
    </section>
  )
}

function Chart() {
  const { data, error } = useStore($income)
  const { coin } = useStore($chartCoin)
  const type = useStore($type)
  const found = withdrawableCoins.filter((one) => data?.total.some(({ currencyCode }) => currencyCode === one))
  const stacked: readonly Coin[] = found.length > 0 ? found : minedCoins
  return (
    <>
      <Segments
        label={m('statistics.coin')}
        className="max-w-full overflow-x-auto"
        value={coin ?? 'all'}
        onChange={(value) => $chartCoin.set(value === 'all' ? {} : { coin: value })}
        // A coin that nothing in the range was earned in would be an empty chart; the one that is chosen stays.
        segments={[
          { value: 'all' as const, label: m('statistics.all') },
          ...withdrawableCoins
            .filter((value) => stacked.includes(value) || value === coin)
            .map((value) => ({ value, label: value })),
        ]}
      />
      <div className="mt-3 min-h-[17rem]">
        {error && !data && <ReadFailed error={error} flush onRetry={() => void $income.reload()} />}
        {!data && !error && <BarsSkeleton height={CHART_HEIGHT} />}
        {data && (
          <EarningsChart days={data.days} coins={coin ? [coin] : stacked} source={type === 0 ? 'pc' : 'cloud'} />
        )}
      </div>
    </>
  )
}
