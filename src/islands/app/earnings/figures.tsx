import { useStore } from '@nanostores/react'
import { $session } from '#lib/session/session.ts'
import { utcDate } from '#lib/time/format.ts'
import { Fit } from '#ui/fit.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { dayBefore } from '../core/lists/day-range.ts'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { useLocal } from '../currency/index.ts'
import { estimated, worthOfAll } from './bars.ts'
import { $summaries, $type, reloadSummaries } from './range.ts'
import { $earnings, $today } from './store.ts'

/** Today, yesterday, everything ever settled, and what is frozen: of the screen's type, as estimates in USDT. */
export function EarningsFigures() {
  const { usdt } = useAmounts()
  const local = useLocal()
  const type = useStore($type)
  const { data, error } = useStore($summaries)
  const overview = useStore($earnings).data
  const isBefore = dayBefore(useStore($today), 1) < utcDate(useStore($session)?.user?.createdAt ?? 0)
  if (error && !data)
    return (
      <section className="panel">
        <ReadFailed error={error} onRetry={() => void reloadSummaries()} />
      </section>
    )
  const worth = (pick: (one: NonNullable<typeof data>[number]) => string | null) =>
    data && worthOfAll(data.map((one) => ({ currencyCode: one.currencyCode, amount: pick(one) ?? '0' })))
  const today = overview && worthOfAll(estimated(overview.coins, 'minedToday', type === 0 ? 'pc' : 'cloud'))
  const isSettled = !data?.some(({ yesterday }) => yesterday === null)
  const first = data?.flatMap(({ firstDay }) => firstDay ?? []).sort()[0]
  const figures = [
    ['today', today, m('figures.todayNote')],
    [
      'yesterday',
      isSettled ? worth(({ yesterday }) => yesterday) : undefined,
      data && m(isBefore ? 'figures.beforeNote' : isSettled ? 'figures.yesterdayNote' : 'figures.settling'),
    ],
    ['total', worth(({ total }) => total), data && (first ? m('figures.since', { day: first }) : m('figures.none'))],
    ['frozen', worth(({ frozen }) => frozen), m('figures.frozenNote')],
  ] as const
  return (
    <section className="panel overflow-hidden" aria-label={m('figures.label')}>
      <dl className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line">
        {figures.map(([name, value, note]) => (
          <div key={name} className="bg-base-100 px-5 py-4 flex flex-col">
            <dt className="text-xs text-muted">{m(`figures.${name}`)}</dt>
            <dd className="num title text-xl sm:text-2xl mt-1 @container" translate="no">
              <Fit text={value === undefined ? '—' : `≈\u00a0${usdt(value)}`} beside="2.75rem" />
              {value !== undefined && <span className="ml-1.5 text-xs font-medium text-muted">USDT</span>}
            </dd>
            {local && (
              <dd className="num text-sm text-muted min-h-5" translate="no">
                {value !== undefined && local.of(value)}
              </dd>
            )}
            <dd className="text-xs text-faint min-h-4">{note}</dd>
          </div>
        ))}
      </dl>
      {local && (
        <p className="border-t border-line px-5 py-2 text-xs text-faint min-h-8">
          <UnbrokenDates text={local.by && `${local.currency}: ${local.by}`} />
        </p>
      )}
    </section>
  )
}
