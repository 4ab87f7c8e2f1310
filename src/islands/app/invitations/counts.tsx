import { useStore } from '@nanostores/react'
import { ACTIVE_INVITEE_DAYS } from '#lib/rules/points.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { $counts } from './store.ts'
import { m, signed } from './texts.ts'

/** Numbers of registered, linked and active invitees, and their rewards. */
export function Counts() {
  const { data, error } = useStore($counts)
  if (error && !data)
    return (
      <section className="panel xl:col-span-5">
        <ReadFailed error={error} onRetry={() => void $counts.reload()} />
      </section>
    )
  const days = ACTIVE_INVITEE_DAYS
  const lastDay = data?.lastDay
  const figures = [
    ['registered', data?.registered, data && m('counts.week', { count: data.registeredThisWeek })],
    ['linked', data?.linked, data && m('counts.pending', { count: data.pending })],
    ['active', data?.active, m('counts.activeNote', { days })],
    [
      'points',
      data?.points,
      data && (lastDay ? m('counts.lastDay', { points: signed(lastDay.points), day: lastDay.day }) : m('counts.none')),
    ],
  ] as const
  return (
    <section className="panel xl:col-span-5 overflow-hidden" aria-label={m('counts.label')}>
      <dl className="grid grid-cols-2 h-full gap-px bg-line">
        {figures.map(([name, value, note]) => (
          <div key={name} className="bg-base-100 p-5 lg:p-6 grid content-center">
            <dt className="text-xs text-muted">{m(`counts.${name}`, { days })}</dt>
            <dd className={`figure text-3xl mt-1.5 ${name === 'points' ? 'text-accent' : ''}`} translate="no">
              {value === undefined ? '—' : formatCount(value)}
            </dd>
            <dd className="text-xs text-faint mt-1.5 min-h-8.5">
              {note}
              {name === 'points' && !!data?.underReview && (
                <span className="block text-warning-text">{m('counts.review', { count: data.underReview })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
