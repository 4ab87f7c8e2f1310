import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { dailyIncome } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { type Coin, fromUnits, toUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf } from '#lib/money/worth.ts'
import { CoinMark } from '#ui/coin.tsx'
import { useWide } from '#ui/media.ts'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { worthOfAll } from './bars.ts'
import { $income, $type } from './range.ts'
import { SourceName, sourceText } from './source.tsx'

type Income = ReplyOf<typeof dailyIncome>

const amountIn = (list: Income['total'], coin: Coin): string =>
  list.find(({ currencyCode }) => currencyCode === coin)?.amount ?? '0'

interface Comparison {
  coin: Coin
  amount: string
  before: string
}

function comparisonsOf({ total, previous }: Income): Comparison[] {
  const coins = withdrawableCoins.filter((coin) =>
    [...total, ...previous].some(({ currencyCode }) => currencyCode === coin),
  )
  return coins.map((coin) => ({ coin, amount: amountIn(total, coin), before: amountIn(previous, coin) }))
}

/** The range beside as many days just before it. */
export function Compared() {
  const data = useStore($income).data
  const amounts = useAmounts()
  // An account created within these days has nothing to compare.
  if (!data || data.previous.length === 0) return null
  const change = ({ coin, amount, before }: Comparison) => {
    const more = toUnits(amount, coin) - toUnits(before, coin)
    const text = amounts.coin(fromUnits(more < 0n ? -more : more, coin))
    return amounts.hidden || more === 0n ? text : `${more < 0n ? '\u2212' : '+'}${text}`
  }
  const columns: Column<Comparison>[] = [
    {
      key: 'coin',
      header: m('compare.coin'),
      role: 'title',
      sort: ({ coin }) => coin,
      cell: ({ coin }) => <CoinName coin={coin} />,
    },
    {
      key: 'inRange',
      header: m('compare.inRange'),
      align: 'end',
      role: 'value',
      sort: ({ coin, amount }) => worthOf(amount, coin),
      cell: ({ amount }) => <span className="font-semibold">{amounts.coin(amount)}</span>,
    },
    {
      key: 'before',
      header: m('compare.before'),
      align: 'end',
      sort: ({ coin, before }) => worthOf(before, coin),
      cell: ({ before }) => <span className="text-muted">{amounts.coin(before)}</span>,
    },
    {
      key: 'change',
      header: m('compare.change'),
      align: 'end',
      sort: ({ coin, amount, before }) => worthOf(amount, coin) - worthOf(before, coin),
      cell: change,
    },
  ]
  const title = m('compare.title', { days: data.days.length })
  return (
    <Table title={title}>
      <DataList
        name="compared"
        caption={title}
        columns={columns}
        rows={comparisonsOf(data)}
        rowKey={({ coin }) => coin}
      />
    </Table>
  )
}

interface SourceRow {
  /** None in the row of the sums. */
  source?: Income['sources'][number]['source']
  coins: Income['total']
  worth: bigint
}

/** Earnings of each device or order in the range. */
export function BySource() {
  const data = useStore($income).data
  const amounts = useAmounts()
  const isWide = useWide()
  const kind = useStore($type) === 0 ? 'byDevice' : 'byOrder'
  if (!data || data.sources.length === 0) return null
  const shown = withdrawableCoins.filter((coin) => data.total.some(({ currencyCode }) => currencyCode === coin))
  const rows = data.sources
    .map((one): SourceRow => ({ ...one, worth: worthOfAll(one.coins) }))
    .sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
  const columns: Column<SourceRow>[] = [
    {
      key: 'source',
      header: m(`${kind}.source`),
      role: 'title',
      sort: ({ source }) => source && sourceText(source),
      cell: ({ source }) =>
        source ? <SourceName source={source} /> : <span className="font-semibold">{m('detail.total')}</span>,
    },
    ...shown.map(
      (coin): Column<SourceRow> => ({
        key: coin,
        header: coin,
        align: 'end',
        sort: ({ coins }) => toUnits(amountIn(coins, coin), coin),
        cell: ({ source, coins }) => {
          const amount = amountIn(coins, coin)
          const tone = amount === '0' && !amounts.hidden ? 'text-faint' : source ? '' : 'font-semibold'
          return <span className={tone}>{amounts.coin(amount)}</span>
        },
      }),
    ),
    {
      key: 'worth',
      header: m('worth'),
      align: 'end',
      role: 'value',
      sort: ({ worth }) => worth,
      // The heading of a table has the unit; a phone has no heading.
      cell: ({ worth }) =>
        isWide ? (
          <span className="font-semibold">{amounts.usdt(worth)}</span>
        ) : (
          <>
            ≈ {amounts.usdt(worth)} <span className="text-xs font-normal text-muted">USDT</span>
          </>
        ),
    },
  ]
  return (
    <Table title={m(`${kind}.title`)}>
      <DataList
        name={kind}
        caption={m(`${kind}.title`)}
        columns={columns}
        rows={rows}
        rowKey={({ source }) => source?.id ?? 'total'}
        total={rows.length > 1 ? { coins: data.total, worth: worthOfAll(data.total) } : undefined}
      />
    </Table>
  )
}

function Table({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line">
      <h3 className="title text-base px-5 lg:px-6 pt-5 pb-3">{title}</h3>
      {children}
    </div>
  )
}

export function CoinName({ coin }: { coin: Coin }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-sm text-base-content font-medium">
      <CoinMark symbol={coin} />
      {coin}
    </span>
  )
}
