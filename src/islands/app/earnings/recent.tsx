import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { earningStatus, type earningsByDay } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { utcDate } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Empty } from '#ui/empty.tsx'
import { usePreservedFocus } from '#ui/focus.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { LoadMore } from '../core/lists/load-more.tsx'
import { $isPhone } from '../core/lists/phone.ts'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { $recent, SHOWN } from './recent-store.ts'
import { $earnings } from './store.ts'

type Row = ReplyOf<typeof earningsByDay>['records'][number]

/** The newest earnings on the overview, with the worth of all. */
export function RecentEarnings() {
  const t = useT()
  const [isWhole, showAll] = useState(false)
  const isPhone = useStore($isPhone)
  return (
    <section
      {...usePreservedFocus()}
      tabIndex={-1}
      className="panel overflow-hidden outline-none"
      aria-labelledby="recent-earnings"
    >
      <div className="px-5 lg:px-6 pt-5 pb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="recent-earnings" className="title text-lg flex-1 sm:flex-none">
          {m('recent.earnings')}
        </h2>
        <Total />
        <a className="btn btn-ghost btn-sm -mr-3" href="/user/earning-detail">
          {m('detail.all')}
        </a>
      </div>
      <Loaded store={$recent} skeleton={<RowsSkeleton rows={SHOWN} />}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title={m('details.empty')} text={m('details.emptyText')} />
          ) : (
            <>
              <ul className="rule border-t border-line">
                {records.slice(0, isWhole ? undefined : SHOWN).map((row) => (
                  <Day key={`${row.time}/${row.currencyCode}`} row={row} />
                ))}
              </ul>
              {isPhone && !isWhole && records.length > SHOWN && (
                <LoadMore shown={SHOWN} total={total} busy={false} onMore={() => showAll(true)} />
              )}
              {isWhole && records.length < total && (
                <p className="border-t border-line px-5 lg:px-6 py-3 flex flex-wrap items-center justify-center gap-3 text-sm">
                  <span className="text-muted num">{t('pager.shown', { shown: records.length, total })}</span>
                  <a className="btn btn-line btn-sm" href="/user/earning-detail">
                    {m('detail.all')}
                  </a>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Total() {
  const { hidden } = useAmounts()
  const total = useStore($earnings).data?.userTotalIncomeAmount
  return (
    <p className="order-last w-full sm:order-none sm:w-auto sm:flex-1 text-xs text-faint num">
      {total !== undefined && m('recent.total', { amount: hidden ? '••••' : formatMoney(total) })}
    </p>
  )
}

function Day({ row: { time, currencyCode, amount, status } }: { row: Row }) {
  const amounts = useAmounts()
  const isFrozen = status === earningStatus.frozen
  return (
    <li className="px-5 lg:px-6 py-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <CoinMark symbol={currencyCode} />
      <span className="flex-1 min-w-40">
        <span className="block font-medium num" translate="no">
          {amounts.coin(amount)} {currencyCode}
        </span>
        <span className="block text-xs text-faint num" translate="no">
          {utcDate(time)} UTC
        </span>
      </span>
      <Status tone={isFrozen ? 'info' : 'success'} mark={isFrozen ? 'half' : 'on'}>
        {m(isFrozen ? 'status.frozen' : 'status.withdrawable')}
      </Status>
    </li>
  )
}
