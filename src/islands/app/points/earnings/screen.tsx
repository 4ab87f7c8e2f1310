import { useStore } from '@nanostores/react'
import { groupThousands } from '#lib/text/decimal.ts'
import { utcTime } from '#lib/time/format.ts'
import { Fit } from '#ui/fit.tsx'
import { ReadFailed, useHasLoaded } from '../../core/calls/load-state.tsx'
import { EarningsTabs } from '../../earnings/tabs.tsx'
import { History } from '../history.tsx'
import { Statistics } from '../statistics.tsx'
import { $points, $statistics } from '../store.ts'
import { p } from '../texts.ts'

/** Points beside the other earnings: figures, statistics by day and source, and every row. */
export function PointsEarningsScreen() {
  const hasLoaded = useHasLoaded($statistics)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <EarningsTabs />
      <Figures />
      <Statistics />
      {hasLoaded && (
        <section className="panel overflow-hidden" aria-labelledby="points-earnings">
          <div className="px-5 lg:px-6 pt-5 flex flex-wrap items-center gap-3">
            <h2 id="points-earnings" className="title text-lg flex-1">
              {p('earnings.title')}
            </h2>
            <a className="btn btn-ghost btn-sm" href="/user/user-points">
              {p('earnings.tasks')}
            </a>
          </div>
          <History />
        </section>
      )}
    </div>
  )
}

function Figures() {
  const { data, error } = useStore($points)
  if (error && !data)
    return (
      <section className="panel">
        <ReadFailed error={error} onRetry={() => void $points.reload()} />
      </section>
    )
  const figures = [
    ['today', data?.today, ''],
    ['miningToday', data?.miningToday, data && p('earnings.credited', { time: utcTime(data.settlementAt) })],
    ['settling', data?.settling, ''],
    ['total', data?.total, ''],
  ] as const
  return (
    <section className="panel overflow-hidden" aria-label={p('earnings.figures')}>
      <dl className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line">
        {figures.map(([name, points, note]) => (
          <div key={name} className="bg-base-100 px-5 py-4">
            <dt className="text-xs text-muted">{p(`earnings.${name}`)}</dt>
            <dd className="num title text-2xl text-accent mt-1 @container" translate="no">
              <Fit text={points === undefined ? '—' : groupThousands(points)} />
            </dd>
            <dd className="text-xs text-faint min-h-8 lg:min-h-4">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
