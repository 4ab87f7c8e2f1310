import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Empty } from '#ui/empty.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { WithdrawalStatus } from './columns.tsx'
import { $recent, SHOWN } from './recent-store.ts'
import { showAll } from './store.ts'

/** The newest withdrawals on the overview. */
export function RecentWithdrawals() {
  return (
    <section className="panel overflow-hidden" aria-labelledby="recent-withdrawals">
      <div className="px-5 lg:px-6 pt-5 pb-3 flex items-baseline gap-4">
        <h2 id="recent-withdrawals" className="title text-lg flex-1">
          {m('recent.withdrawals')}
        </h2>
        <a className="btn btn-ghost btn-sm -mr-3" href="/user/earnings/withdrawals" onClick={showAll}>
          {m('recent.allWithdrawals')}
        </a>
      </div>
      <Loaded store={$recent} skeleton={<RowsSkeleton rows={SHOWN} />}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty title={m('withdrawals.none')} text={m('withdrawals.noneText')} />
          ) : (
            <ul className="rule border-t border-line">
              {records.slice(0, SHOWN).map((one) => (
                <Row key={one._id} withdrawal={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function Row({ withdrawal: one }: { withdrawal: Withdrawal }) {
  const amounts = useAmounts()
  return (
    <li className="px-5 lg:px-6 py-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <CoinMark symbol={one.currencyCode} />
      <span className="flex-1 min-w-40">
        <span className="block font-medium num" translate="no">
          {amounts.coin(one.amount)} {one.currencyCode}
        </span>
        <span
          className="block text-xs text-faint num"
          translate="no"
          title={m('yourTime', { time: localDateTime(one.time) })}
        >
          {utcDateTime(one.time)}
        </span>
      </span>
      <WithdrawalStatus status={one.status} />
    </li>
  )
}
