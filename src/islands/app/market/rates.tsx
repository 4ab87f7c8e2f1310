import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { cloudRates } from '#lib/contract/market.ts'
import { PLAN_UNIT } from '#lib/rules/plans.ts'
import { utcDayShort, utcDayStart } from '#lib/time/format.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { Segments } from '#ui/segments.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { coinsOf } from './choice.ts'
import { $plans, $rates } from './store.ts'
import { m } from './texts.ts'

type Coin = ReplyOf<typeof cloudRates>['coins'][number]

/** The rates that the estimates of the line use, one coin at a time. */
export function Rates() {
  const mined = coinsOf(useStore($plans).data?.list ?? [])
  const [chosen, choose] = useState(mined[0])
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="rates">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex-1 min-w-56">
          <h2 id="rates" className="title text-lg">
            {m('rates.title')}
          </h2>
          <p className="text-sm text-muted mt-1 max-w-[44em]">{m('rates.text')}</p>
        </div>
        {mined.length > 1 && (
          <Segments
            label={m('filter.coin')}
            value={chosen ?? 'ALEO'}
            onChange={choose}
            segments={mined.map((coin) => ({ value: coin, label: coin }))}
          />
        )}
      </div>
      <div className="mt-4 min-h-12">
        <Loaded store={$rates} skeleton={<LinesSkeleton lines={2} />} flush>
          {({ coins, serverTime }) => {
            const coin = coins.find(({ currencyCode }) => currencyCode === chosen)
            return coin ? <OneCoin key={coin.currencyCode} coin={coin} now={serverTime} /> : null
          }}
        </Loaded>
      </div>
    </section>
  )
}

/** Today's rate, with the course of the earlier ones once there are any. */
function OneCoin({ coin: { currencyCode, rates }, now }: { coin: Coin; now: number }) {
  const { locale } = useLanguage()
  const today = rates.at(-1)
  if (!today) return null
  const points = rates.map(({ perUnitDay, since }) => ({ at: utcDayStart(since) ?? 0, value: perUnitDay }))
  return (
    <>
      <p>
        <span className="title text-2xl num" translate="no">
          {today.perUnitDay}
        </span>{' '}
        <span className="ml-1 text-sm text-muted">{m('rates.unit', { coin: currencyCode, unit: PLAN_UNIT })}</span>
      </p>
      <p className="text-xs text-muted num whitespace-normal!">
        {m(rates.length > 1 ? 'rates.since' : 'rates.unchanged', { since: today.since })}
      </p>
      {rates.length > 1 && (
        <div className="mt-3">
          <LineChart
            height={160}
            stepped
            points={[...points, { at: now, value: today.perUnitDay }]}
            words={{ label: m('rates.chart', { coin: currencyCode }), day: m('csv.day'), value: m('rates.title') }}
            formatDay={(at) => (at === now ? m('rates.now') : utcDayShort(at, locale))}
            formatValue={(value) => `${value} ${currencyCode}`}
          />
        </div>
      )}
    </>
  )
}
