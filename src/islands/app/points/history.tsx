import { useStore } from '@nanostores/react'
import type { PointEntry, PointReason } from '#lib/contract/points.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { DayRangeField } from '../core/lists/day-range-field.tsx'
import { ExportButton } from '../core/lists/export-button.tsx'
import { GrowingList } from '../core/lists/growing-list.tsx'
import { NoMatch } from '../core/lists/no-match.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { $daysError, history, saveHistory, showHistory } from './history-store.ts'
import { inLanguage, p, signed, sources } from './texts.ts'

const csvColumns = ['day', 'source', 'points', 'why', 'creditedAt'] as const

function usePointReason() {
  const { locale } = useLanguage()
  return (why: PointReason) => p(`why.${why.kind}`, inLanguage(locale, why.values))
}

/** All point entries with their reasons. */
export function History() {
  return (
    <>
      <Filters />
      <div className="border-t border-line">
        <Rows />
      </div>
    </>
  )
}

function Filters() {
  const filter = useStore(history.$filter)
  const total = useStore(history.$newest).data?.total
  const error = useStore($daysError)
  const why = usePointReason()
  const save = () =>
    saveHistory({ head: csvColumns.map((name) => p(`csv.${name}`)), source: (source) => p(`sources.${source}`), why })
  return (
    <div className="px-5 lg:px-6 py-4 flex flex-wrap items-center gap-2">
      <select
        className="select h-9 w-auto min-w-32"
        aria-label={p('history.source')}
        value={filter?.source ?? ''}
        onChange={({ currentTarget: { value } }) =>
          history.change({ source: sources.find(({ source }) => source === value)?.source })
        }
      >
        <option value="">{p('history.all')}</option>
        {sources.map(({ source }) => (
          <option key={source} value={source}>
            {p(`sources.${source}`)}
          </option>
        ))}
      </select>
      <DayRangeField
        from={filter?.from ?? ''}
        to={filter?.to ?? ''}
        labels={{ from: m('statistics.from'), to: m('statistics.to'), calendar: m('statistics.calendar') }}
        errorId={error && 'days-fault'}
        onChange={(days) => history.change(days)}
      />
      <span className="sm:ml-auto">
        <ExportButton save={save} disabled={!total} />
      </span>
      {error && (
        <p id="days-fault" role="alert" className="w-full text-xs text-error">
          {m(`statistics.${error}`)}
        </p>
      )}
    </div>
  )
}

function useColumns(): Column<PointEntry>[] {
  const why = usePointReason()
  return [
    {
      key: 'why',
      header: p('history.why'),
      role: 'title',
      sort: (one) => why(one.why),
      cell: (one) => (
        <span className="block">
          <span className="block font-medium break-words">
            <UnbrokenDates text={why(one.why)} />
          </span>
          <span className="block text-xs text-faint num" title={m('yourTime', { time: localDateTime(one.time) })}>
            <UnbrokenDates text={p('history.credited', { time: utcDateTime(one.time) })} />
          </span>
        </span>
      ),
    },
    {
      key: 'source',
      header: p('history.source'),
      role: 'plain',
      sort: (one) => p(`sources.${one.source}`),
      cell: (one) => p(`sources.${one.source}`),
    },
    {
      key: 'day',
      header: p('history.day'),
      role: 'plain',
      cell: (one) => (
        <span className="num whitespace-nowrap" translate="no">
          {one.day}
        </span>
      ),
    },
    {
      key: 'points',
      header: p('history.points'),
      align: 'end',
      role: 'value',
      cell: (one) => <span className="font-semibold text-accent">{signed(one.amount)}</span>,
    },
  ]
}

function Rows() {
  const columns = useColumns()
  const total = useStore(history.$newest).data?.total
  const filter = useStore(history.$filter)
  const isNarrowed = [filter?.source, filter?.from, filter?.to].some(Boolean)
  const none = isNarrowed ? (
    <NoMatch onClear={showHistory} />
  ) : (
    <Empty title={p('history.none')} text={p('history.noneText')} />
  )
  if (useStore($daysError)) return none
  return (
    <GrowingList list={history} rows={5} empty={none}>
      {(records) => (
        <DataList
          name="points"
          caption={p('tabs.history')}
          columns={columns}
          rows={records}
          rowKey={({ _id }) => _id}
          listTotal={total}
          sortedBy={history.sortedBy}
        />
      )}
    </GrowingList>
  )
}
