import { utcDayShort } from '#lib/time/format.ts'
import { BarsLegend, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { barsOf, colors } from './bars.ts'
import { $days, DAYS } from './store.ts'
import { countText, m } from './texts.ts'

const HEIGHT = 200

/** Points of each of the last days, from invitations and from what invitees mined. */
export function Statistics() {
  const { locale } = useLanguage()
  const series = (['referral', 'share'] as const).map((name, index) => ({
    name: m(`statistics.${name}`),
    color: colors[index] ?? colors[0],
  }))
  const words = {
    label: m('statistics.label', { days: DAYS }),
    day: m('statistics.day'),
    total: m('statistics.total'),
    frozen: m('statistics.open'),
    settled: m('statistics.settled'),
    state: m('statistics.state'),
  }
  return (
    <section className="panel xl:col-span-12 p-5 lg:p-6" aria-labelledby="points-by-day">
      <h2 id="points-by-day" className="title text-lg mb-4">
        {m('statistics.title')}
      </h2>
      <Loaded store={$days} skeleton={<BarsSkeleton height={HEIGHT} />} flush>
        {(data) => (
          <StackedBars
            days={barsOf(data)}
            series={series}
            words={words}
            formatDay={(at) => utcDayShort(at, locale)}
            formatValue={(value) => countText(Number(value))}
            height={HEIGHT}
          />
        )}
      </Loaded>
      <div className="mt-3 min-h-5">
        <BarsLegend series={series} frozen={m('statistics.legend')} />
      </div>
    </section>
  )
}
