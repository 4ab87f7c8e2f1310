import { useStore } from '@nanostores/react'
import { $session } from '#lib/session/session.ts'
import { groupThousands } from '#lib/text/decimal.ts'
import { utcDate, utcDayShort } from '#lib/time/format.ts'
import { BarsLegend, NoBars, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { useWide } from '#ui/media.ts'
import { BarsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { DayRangeHead } from '../core/lists/day-range-head.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { barsOf } from './bars.ts'
import { $points, $statistics, days } from './store.ts'
import { p, sources } from './texts.ts'

const HEIGHT = { narrow: 240, wide: 320 }

/** Points by day and source for up to 14 days, with the rule of mined points. */
export function Statistics() {
  const height = useHeight()
  const { data, error } = useStore($statistics)
  const rate = useStore($points).data?.rate
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="daily-points">
      <DayRangeHead id="daily-points" title={p('statistics.title')} range={days} />
      <div className="min-h-[17rem] md:min-h-[22rem]">
        {error && !data && <ReadFailed error={error} flush onRetry={() => void $statistics.reload()} />}
        {!data && !error && <BarsSkeleton height={height} />}
        {data && <Chart />}
      </div>
      <p className="mt-4 text-xs text-muted min-h-8">
        {rate && p('statistics.rule', { points: groupThousands(rate.points) })}
      </p>
    </section>
  )
}

/** On a wide screen it is as high as the balance beside it. */
const useHeight = (): number => (useWide() ? HEIGHT.wide : HEIGHT.narrow)

function Chart() {
  const height = useHeight()
  const { t, locale } = useLanguage()
  const list = useStore($statistics).data?.days ?? []
  const overview = useStore($points).data
  const created = useStore($session)?.user?.createdAt ?? 0
  const series = sources.map(({ source, color }) => ({ name: p(`sources.${source}`), color }))
  const bars = barsOf({
    days: list,
    overview,
    series: sources.map(({ source }) => source),
    words: { estimated: t('chart.estimate'), open: t('chart.open'), before: t('chart.before') },
    since: utcDate(created),
  })
  const words = {
    label: p('statistics.label', { days: list.length }),
    day: t('chart.day'),
    total: t('chart.total'),
    frozen: t('chart.estimate'),
    settled: t('chart.settled'),
    state: t('chart.state'),
  }
  // Points taken back have no bar but are shown in the table.
  if (bars.every(({ texts }) => texts?.every((text) => text === '0')))
    return <NoBars height={height} text={p('statistics.none')} />
  return (
    <>
      <StackedBars
        days={bars}
        series={series}
        words={words}
        formatDay={(at) => utcDayShort(at, locale)}
        formatValue={groupThousands}
        height={height}
      />
      <div className="mt-3 min-h-5">
        <BarsLegend series={series} frozen={t('chart.estimate')} />
      </div>
    </>
  )
}
