import { useStore } from '@nanostores/react'
import { type Withdrawal, withdrawalFilters } from '#lib/contract/withdrawals.ts'
import { withdrawableCoins } from '#lib/money/coins.ts'
import { Empty } from '#ui/empty.tsx'
import { Segments } from '#ui/segments.tsx'
import { useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { DataList } from '../core/lists/data-list.tsx'
import { DayRangeField } from '../core/lists/day-range-field.tsx'
import { ExportButton } from '../core/lists/export-button.tsx'
import { NoMatch } from '../core/lists/no-match.tsx'
import { PagedList } from '../core/lists/paged-list.tsx'
import { m } from '../core/texts/money.ts'
import { EarningsTabs } from '../earnings/tabs.tsx'
import { Balances } from './balances.tsx'
import { statusWord, useColumns } from './columns.tsx'
import { saveList } from './save-list.ts'
import { $cancelled, $daysError, $isNarrowed, $list, $overview, type Group, list, showAll } from './store.ts'
import { WithdrawButton } from './withdraw-button.tsx'

const csvColumns = [
  'time',
  'coin',
  'amount',
  'fee',
  'receive',
  'network',
  'wallet',
  'address',
  'status',
  'transaction',
] as const
const groups = Object.keys(withdrawalFilters) as Group[]

export function WithdrawalsScreen() {
  const hasLoaded = useHasLoaded($list)
  return (
    <Parts>
      <EarningsTabs />
      <section className="panel overflow-hidden" aria-labelledby="history">
        <div className="px-5 lg:px-6 pt-5 pb-3 flex flex-wrap items-center gap-3">
          <h2 id="history" className="title text-lg flex-1 min-w-40">
            {m('withdrawals.history')}
          </h2>
          <WithdrawButton className="btn btn-primary btn-sm" />
        </div>
        <Filters />
        <div className="border-t border-line">
          <Rows />
        </div>
      </section>
      {hasLoaded && <Balances />}
    </Parts>
  )
}

function Filters() {
  const filter = useStore(list.$filter)
  // The counts are of all withdrawals: beside another coin or other days they would contradict the list.
  const isOfAll = filter !== undefined && !filter.coin && !filter.from && !filter.to
  const counts = useStore($overview).data?.counts
  const countOf = (group: Group) => (counts ? counts[group] : 'coming')
  const total = useStore($list).data?.total
  const error = useStore($daysError)
  const save = () => saveList({ head: csvColumns.map((name) => m(`csv.${name}`)), status: statusWord })
  return (
    <div className="px-5 lg:px-6 pb-4 flex flex-wrap items-center gap-2">
      <Segments
        className="max-w-full overflow-x-auto max-sm:w-full max-sm:seg-even max-sm:[&>button]:px-1 max-sm:[&>button]:gap-1"
        label={m('status.filter')}
        value={filter?.group ?? 'total'}
        onChange={(group) => list.change({ group })}
        segments={groups.map((value) => ({
          value,
          label: m(`withdrawals.groups.${value}`),
          ...(isOfAll && { count: countOf(value) }),
        }))}
      />
      <select
        className="select h-9 w-auto min-w-32"
        aria-label={m('coinFilter')}
        value={filter?.coin ?? ''}
        onChange={({ currentTarget: { value } }) =>
          list.change({ coin: withdrawableCoins.find((one) => one === value) })
        }
      >
        <option value="">{m('allCoins')}</option>
        {withdrawableCoins.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <DayRangeField
        from={filter?.from ?? ''}
        to={filter?.to ?? ''}
        labels={{ from: m('statistics.from'), to: m('statistics.to'), calendar: m('statistics.calendar') }}
        errorId={error && 'range-fault'}
        onChange={(days) => list.change(days)}
      />
      <span className="sm:ml-auto">
        <ExportButton save={save} disabled={!total} />
      </span>
      {error && (
        <p id="range-fault" role="alert" className="w-full text-xs text-error">
          {m(`statistics.${error}`)}
        </p>
      )}
    </div>
  )
}

function Rows() {
  const isAll = !useStore($isNarrowed)
  const cancelled = useStore($cancelled)
  const columns = useColumns()
  const none = isAll ? (
    <Empty title={m('withdrawals.none')} text={m('withdrawals.noneText')} />
  ) : (
    <NoMatch onClear={showAll} />
  )
  if (useStore($daysError)) return none
  return (
    <PagedList list={list} rows={5} empty={none}>
      {({ records, total }) => (
        <DataList<Withdrawal>
          name="withdrawals"
          caption={m('withdrawals.history')}
          columns={columns}
          rows={records.map((row) => cancelled[row._id] ?? row)}
          rowKey={({ _id }) => _id}
          listTotal={total}
          sortedBy={list.sortedBy}
        />
      )}
    </PagedList>
  )
}
