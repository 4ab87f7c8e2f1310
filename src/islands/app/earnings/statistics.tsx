import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { coins, minedCoins } from '#lib/money/coins.ts'
import { Icon } from '#ui/icon.tsx'
import { Segments } from '#ui/segments.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../calls/loaded.tsx'
import { m } from '../texts/money.ts'
import { CHART_HEIGHT, EarningsChart } from './chart.tsx'
import { ByDevice, Compared } from './compare.tsx'
import { $chartCoin, $choice, $income, $range, $rangeFault, $type, chooseDay } from './range.ts'
import { $today } from './store.ts'

/** Earnings by day for up to 14 days, beside the days before them, and by device. */
export function Statistics() {
  const choice = useStore($choice)
  return (
    <section className="panel overflow-hidden" aria-labelledby="statistics">
      <div className="p-5 lg:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="statistics" className="title text-lg flex-1 min-w-48">
            {m('statistics.title')}
          </h2>
          <Segments
            label={m('statistics.range')}
            value={String(choice.days ?? '')}
            onChange={(days) => $choice.set({ days: days === '7' ? 7 : 14 })}
            segments={(['7', '14'] as const).map((value) => ({ value, label: m('statistics.days', { days: value }) }))}
          />
          <Days />
        </div>
        <RangeFault />
        <Chart />
      </div>
      <Compared />
      <ByDevice />
    </section>
  )
}

function Days() {
  const range = useStore($range)
  const today = useStore($today)
  const invalid = useStore($rangeFault) !== undefined
  return (
    <div className="flex items-center gap-2 w-full sm:w-auto">
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          type="date"
          className={`input h-9 px-2 num flex-1 sm:w-36 ${invalid ? 'border-error!' : ''}`}
          aria-label={m(`statistics.${end}`)}
          aria-invalid={invalid}
          aria-describedby={invalid ? 'range-fault' : undefined}
          max={today}
          value={range[end]}
          onChange={({ currentTarget }) => chooseDay(end, currentTarget.value)}
        />
      ))}
    </div>
  )
}

function RangeFault() {
  const fault = useStore($rangeFault)
  return (
    <p id="range-fault" role="alert" className="mt-2 text-xs text-error flex items-center gap-1.5 min-h-5">
      {fault && (
        <>
          <Icon path={icons.circleAlert} className="size-4" />
          {m(`statistics.${fault}`)}
        </>
      )}
    </p>
  )
}

function Chart() {
  const { data, error } = useStore($income)
  const { coin } = useStore($chartCoin)
  const type = useStore($type)
  const found = coins.filter((one) => data?.total.some(({ currencyCode }) => currencyCode === one))
  const stacked = found.length > 0 ? found : minedCoins
  return (
    <>
      <Segments
        label={m('statistics.coin')}
        className="max-w-full overflow-x-auto"
        value={coin ?? 'all'}
        onChange={(value) => $chartCoin.set(value === 'all' ? {} : { coin: value })}
        segments={[
          { value: 'all' as const, label: m('statistics.all') },
          ...minedCoins.map((value) => ({ value, label: value })),
        ]}
      />
      <div className="mt-3 min-h-[17rem]">
        {error && !data && <ReadFailed error={error} flush onRetry={() => void $income.reload()} />}
        {!data && !error && <BarsSkeleton height={CHART_HEIGHT} />}
        {data && <EarningsChart days={data.days} coins={coin ? [coin] : stacked} estimates={type === 0} />}
      </div>
    </>
  )
}
