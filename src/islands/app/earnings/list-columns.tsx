import type { Earning } from '#lib/contract/earning-list.ts'
import { earningStatus } from '#lib/contract/earnings.ts'
import { shorten } from '#lib/text/shorten.ts'
import { localDateTime, utcDate, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '../core/lists/data-list.tsx'
import { m } from '../core/texts/money.ts'
import { SourceName, sourceText } from './source.tsx'

export const typeNames = ['pc', 'cloud', 'ambassador'] as const
export const typeWord = (type: Earning['type']) => m(`type.${typeNames[type]}`)
export const statusWord = (status: Earning['status']) =>
  m(status === earningStatus.frozen ? 'status.frozen' : 'status.withdrawable')

type AmountText = (text: string) => string
type ColumnOf = (amount: AmountText, isOfOneCoin?: boolean) => Column<Earning>

const day: ColumnOf = () => ({
  key: 'day',
  header: m('details.day'),
  role: 'title',
  cell: ({ time }) => (
    <span className="num" translate="no">
      {utcDate(time)}
    </span>
  ),
})

const amountColumn: ColumnOf = (amount, isOfOneCoin) => ({
  key: 'amount',
  header: m('details.amount'),
  align: 'end',
  role: 'value',
  // In a table of several coins all units have one width, so that the digits above each other are aligned.
  cell: (one) => (
    <span className="inline-flex items-center gap-1.5">
      <span className="font-semibold">{amount(one.amount)}</span>
      <span className="hidden md:inline-flex">
        <CoinMark symbol={one.currencyCode} small />
      </span>
      <span className={`text-left text-xs font-normal text-muted ${isOfOneCoin ? '' : 'md:w-16'}`}>
        {one.currencyCode}
      </span>
    </span>
  ),
})

function State({ of: { status, releaseAt }, plain = false }: { of: Earning; plain?: boolean }) {
  const isFrozen = status === earningStatus.frozen
  return (
    <>
      <Status plain={plain} tone={isFrozen ? 'info' : 'success'} mark={isFrozen ? 'half' : 'on'}>
        {statusWord(status)}
      </Status>
      {isFrozen && (
        <span className="text-xs text-faint num" title={m('yourTime', { time: localDateTime(releaseAt) })}>
          {m('status.until', { time: utcDateTime(releaseAt) })}
        </span>
      )}
    </>
  )
}

interface Sameness {
  isOfOneType: boolean
  isOfOneCoin: boolean
}

/** Columns of the table. Rows of one type would only repeat it. */
export const wideColumns = (amount: AmountText, { isOfOneType, isOfOneCoin }: Sameness): Column<Earning>[] => [
  day(amount),
  ...(isOfOneType
    ? []
    : [
        {
          key: 'type',
          header: m('csv.type'),
          sort: ({ type }: Earning) => type,
          cell: ({ type }: Earning) => typeWord(type),
        },
      ]),
  {
    key: 'source',
    header: m('details.source'),
    sort: ({ source }) => sourceText(source),
    cell: ({ source }) => <SourceName source={source} />,
  },
  amountColumn(amount, isOfOneCoin),
  {
    key: 'status',
    header: m('details.status'),
    sort: ({ status, releaseAt }) => (status === earningStatus.frozen ? releaseAt : 0),
    cell: (one) => (
      <span className="inline-grid gap-0.5 justify-items-start">
        <State of={one} />
      </span>
    ),
  },
]

/** Two lines on a phone: the source and the amount, then the day, the order and the status. */
export const narrowColumns = (amount: AmountText, { isOfOneType }: Sameness): Column<Earning>[] => [
  {
    key: 'source',
    header: m('details.source'),
    role: 'title',
    cell: ({ source, type }) => (
      <>
        <bdi className="break-words">{sourceText(source)}</bdi>
        {!isOfOneType && <span className="ml-2 text-xs font-normal text-muted">{typeWord(type)}</span>}
      </>
    ),
  },
  amountColumn(amount),
  {
    ...day(amount),
    role: 'plain',
    // Two orders of a plan have the same title.
    cell: ({ time, source }) => (
      <span className="inline-flex flex-wrap gap-x-3 text-muted" translate="no">
        <span className="num" translate="no">
          {utcDate(time)}
        </span>
        {source.kind === 'order' && <span className="code text-faint">{shorten(source.id)}</span>}
      </span>
    ),
  },
  {
    key: 'status',
    header: m('details.status'),
    role: 'plain',
    cell: (one) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
        <State of={one} plain />
      </span>
    ),
  },
]
