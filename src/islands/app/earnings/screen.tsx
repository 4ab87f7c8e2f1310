import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Empty } from '#ui/empty.tsx'
import { Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed, useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { Questions } from '../faq/index.ts'
import { WithdrawButton } from '../withdrawals/index.ts'
import { ByCoin } from './by-coin.tsx'
import { EarningsFigures } from './figures.tsx'
import { Forecast } from './forecast.tsx'
import { $window } from './forecast-store.ts'
import { EarningList } from './list.tsx'
import { $list, list } from './list-store.ts'
import { $income, $range, $rangeError, $summaries, reloadSummaries } from './range.ts'
import { Statistics } from './statistics.tsx'
import { EarningsTabs } from './tabs.tsx'

/** On the earnings screen a list shows 5 (SPEC-9.18). */
const SIZE = 5

/** The list follows the days of the statistics. */
function useList(type: 0 | 1) {
  const { from, to } = useStore($range)
  const error = useStore($rangeError)
  useEffect(() => {
    list.set({ size: SIZE, type, coin: undefined, status: 'any', from: '', to: '' })
    return () => list.set(undefined)
  }, [type])
  useEffect(() => {
    if (!error) list.change({ from, to })
  }, [from, to, error])
}

export function PcEarningsScreen() {
  return (
    <Parts>
      <Head />
      <Panels type={0} />
    </Parts>
  )
}

export function CloudEarningsScreen() {
  const t = useT()
  const { data, error } = useStore($summaries)
  const isEmpty = data?.every(({ days }) => days === 0)
  return (
    <Parts>
      {/* Without earnings the plans are the main action. */}
      <Head isMain={!isEmpty} />
      {isEmpty ? (
        <section className="panel">
          <Empty
            title={m('cloud.empty')}
            text={m('cloud.emptyText')}
            action={
              <a className="btn btn-primary" href="/user/cloud-mining">
                {m('cloud.plans')}
              </a>
            }
          />
        </section>
      ) : data ? (
        <Panels type={1} />
      ) : (
        <section className="panel overflow-hidden">
          {error ? (
            <ReadFailed error={error} onRetry={() => void reloadSummaries()} />
          ) : (
            <Loading label={t('loading')}>
              <RowsSkeleton rows={5} />
            </Loading>
          )}
        </section>
      )}
    </Parts>
  )
}

/** The tabs, and the main action: below them on a phone, at the end of their line elsewhere. */
function Head({ isMain = true }: { isMain?: boolean }) {
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-4">
      <EarningsTabs />
      <div className="sm:absolute sm:top-0 sm:right-0">
        <WithdrawButton className={`btn sm:btn-sm max-sm:w-full ${isMain ? 'btn-primary' : 'btn-line'}`} />
      </div>
    </div>
  )
}

function Panels({ type }: { type: 0 | 1 }) {
  useList(type)
  const hasLoaded = useHasLoaded($income)
  const listed = useHasLoaded($list)
  const { from, to } = useStore($range)
  return (
    <Parts>
      <EarningsFigures />
      <Statistics />
      {hasLoaded && <ByCoin />}
      {hasLoaded && (
        <EarningList title={m('details.title')} all={`/user/earning-detail?type=${type}&from=${from}&to=${to}`} />
      )}
      {hasLoaded && listed && type === 0 && <ToCome />}
    </Parts>
  )
}

function ToCome() {
  const hasLoaded = useHasLoaded($window)
  return (
    <Parts>
      <Forecast />
      {hasLoaded && <Questions topic="earnings" />}
    </Parts>
  )
}
