import { useStore } from '@nanostores/react'
import type { Earning } from '#lib/contract/earning-list.ts'
import { earningStatus, earningType } from '#lib/contract/earnings.ts'
import { withdrawableCoins } from '#lib/money/coins.ts'
import { localDateTime, utcDate, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Empty } from '#ui/empty.tsx'
import { Segments } from '#ui/segments.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { ExportButton } from '../core/lists/export-button.tsx'
import { NoMatch } from '../core/lists/no-match.tsx'
import { PagedList } from '../core/lists/paged-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { $list, list, saveList } from './list-store.ts'
import { SourceName, sourceText } from './source.tsx'

const statusWord = (status: Earning['status']) =>
  m(status === earningStatus.frozen ? 'status.frozen' : 'status.withdrawable')
export const typeNames = ['pc', 'cloud', 'ambassador'] as const
const typeWord = (type: Earning['type']) => m(`type.${typeNames[type]}`)
const types = Object.values(earningType)
const csvColumns = ['day', 'coin', 'amount', 'type', 'source', 'status', 'settledAt', 'releaseAt'] as const

/** Single earnings with their filters, and all of them as a file. */
export function EarningList({ title, hasTypes = false }: { title: string; hasTypes?: boolean }) {
  const filter = useStore(list.$filter)
  const total = useStore($list).data?.total
  const head = csvColumns.map((name) => m(`csv.${name}`))
  const save = () => saveList({ head, status: statusWord, type: typeWord, source: sourceText })
  return (
    <section className="panel overflow-hidden" aria-labelledby="details">
      <div className="px-5 lg:px-6 pt-5 pb-4 flex flex-wrap items-center gap-3">
        {/* On a phone the file is offered beside the title, above the filters. */}
        <h2 id="details" className="title text-lg flex-1 min-w-40">
          {title}
        </h2>
        {hasTypes && <TypeChoice />}
        <CoinSelect />
        <Segments
          className="order-3 sm:order-none"
          label={m('status.filter')}
          value={filter?.status ?? 'any'}
          onChange={(status) => list.change({ status })}
          segments={(['any', 'frozen', 'withdrawable'] as const).map((value) => ({
            value,
            label: m(`status.${value}`),
          }))}
        />
        <ExportButton save={save} disabled={!total} />
      </div>
      <Rows />
    </section>
  )
}

/** PC, cloud or ambassador earnings, or all of them. */
function TypeChoice() {
  const type = useStore(list.$filter)?.type
  return (
    <Segments
      className="order-3 sm:order-none"
      label={m('csv.type')}
      value={String(type)}
      onChange={(value) => list.change({ type: types.find((one) => String(one) === value) })}
      segments={[undefined, ...types].map((one) => ({
        value: String(one),
        label: one === undefined ? m('status.any') : typeWord(one),
      }))}
    />
  )
}

function CoinSelect() {
  const coin = useStore(list.$filter)?.coin
  return (
    <select
      className="select h-9 w-auto min-w-32 order-3 sm:order-none"
      aria-label={m('coinFilter')}
      value={coin ?? ''}
      onChange={({ currentTarget: { value } }) => list.change({ coin: withdrawableCoins.find((one) => one === value) })}
    >
      <option value="">{m('allCoins')}</option>
      {withdrawableCoins.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
}

function None() {
  const filter = useStore(list.$filter)
  if (filter?.coin || (filter && filter.status !== 'any'))
    return <NoMatch onClear={() => list.change({ coin: undefined, status: 'any' })} />
  const title = m(filter?.from || filter?.to ? 'details.emptyDays' : 'details.empty')
  return <Empty title={title} text={m('details.emptyText')} />
}

function Rows() {
  const amounts = useAmounts()
  // Rows of one coin or one type would only repeat it.
  const filter = useStore(list.$filter)
  const fixed = { coin: filter?.coin !== undefined, type: filter?.type !== undefined }
  const shown = columns(amounts.coin).filter(({ key }) => !(key in fixed && fixed[key as 'coin']))
  return (
    <div className="border-t border-line">
      <PagedList list={list} empty={<None />}>
        {({ records, total }) => (
          <DataList
            name="earnings"
            caption={m('details.title')}
            columns={shown}
            rows={records}
            rowKey={({ _id }) => _id}
            listTotal={total}
            sortedBy={list.sortedBy}
          />
        )}
      </PagedList>
    </div>
  )
}

const columns = (amount: (text: string) => string): Column<Earning>[] => [
  {
    key: 'day',
    header: m('details.day'),
    role: 'title',
    cell: ({ time }) => (
      <span className="num" translate="no">
        {utcDate(time)}
      </span>
    ),
  },
  {
    key: 'coin',
    header: m('details.coin'),
    role: 'plain',
    sort: ({ currencyCode }) => currencyCode,
    cell: ({ currencyCode }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark symbol={currencyCode} small />
        {currencyCode}
      </span>
    ),
  },
  {
    key: 'type',
    header: m('csv.type'),
    role: 'plain',
    sort: ({ type }) => type,
    cell: ({ type }) => typeWord(type),
  },
  {
    key: 'source',
    header: m('details.source'),
    role: 'plain',
    sort: ({ source }) => sourceText(source),
    cell: ({ source }) => <SourceName source={source} />,
  },
  {
    key: 'amount',
    header: m('details.amount'),
    align: 'end',
    role: 'value',
    cell: (one) => amount(one.amount),
  },
  {
    key: 'status',
    header: m('details.status'),
    role: 'status',
    sort: ({ status, releaseAt }) => (status === 0 ? releaseAt : 0),
    cell: ({ status, releaseAt }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 md:inline-grid md:gap-0.5 md:justify-items-start">
        <Status tone={status === 0 ? 'info' : 'success'} mark={status === 0 ? 'half' : 'on'}>
          {statusWord(status)}
        </Status>
        {status === 0 && (
          <span className="text-xs text-faint num" title={m('yourTime', { time: localDateTime(releaseAt) })}>
            {m('status.until', { time: utcDateTime(releaseAt) })}
          </span>
        )}
      </span>
    ),
  },
]
