import { useStore } from '@nanostores/react'
import { type Coin, minedCoins, withdrawableCoins } from '#lib/money/coins.ts'
import { type Column, DataList } from '#ui/data-list.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../calls/loaded.tsx'
import { useAmounts } from '../texts/amounts.ts'
import { m } from '../texts/money.ts'
import { WithdrawButton } from '../withdrawals/index.ts'
import type { Overview } from './bars.ts'
import { CoinName } from './compare.tsx'
import { $type } from './range.ts'
import { $earnings } from './store.ts'

type Row = Overview['coins'][number]

const noneOf = (currencyCode: Coin): Row => ({
  currencyCode,
  minedToday: '0',
  cloudToday: '0',
  cloudSettling: '0',
  settling: '0',
  frozen: '0',
  releases: [],
  balance: '0',
  withdrawing: '0',
  withdrawn: '0',
  total: '0',
  yesterday: '0',
})

/** The coins that are mined, whether there are any yet or not, and those that somebody has besides. */
const withMined = (rows: readonly Row[]): Row[] =>
  withdrawableCoins.flatMap(
    (coin) =>
      rows.find(({ currencyCode }) => currencyCode === coin) ??
      (minedCoins.some((mined) => mined === coin) ? noneOf(coin) : []),
  )

/** Where each coin stands. A balance knows no type: PC and cloud earnings go into the same one. */
export function ByCoin() {
  const amounts = useAmounts()
  const type = useStore($type)
  const columns: Column<Row>[] = [
    {
      key: 'coin',
      header: m('byCoin.coin'),
      role: 'title',
      cell: ({ currencyCode }) => <CoinName coin={currencyCode} />,
    },
    ...(['balance', 'frozen', 'withdrawing', 'withdrawn'] as const).map(
      (part): Column<Row> => ({
        key: part,
        header: m(`byCoin.${part}`),
        align: 'end',
        cell: (row) => amounts.coin(row[part]),
      }),
    ),
    {
      key: 'yesterday',
      header: m('byCoin.yesterday'),
      align: 'end',
      cell: ({ yesterday }) => (yesterday === null ? m('figures.settling') : amounts.coin(yesterday)),
    },
    {
      key: 'links',
      header: m('byCoin.details'),
      role: 'action',
      cell: ({ currencyCode }) => (
        <span className="inline-flex gap-2">
          <a
            className="btn btn-ghost btn-sm text-muted"
            href={`/user/earning-detail?coin=${currencyCode}&type=${type}`}
          >
            {m('byCoin.details')}
            <span className="sr-only">{currencyCode}</span>
          </a>
          <WithdrawButton coin={currencyCode} className="btn btn-line btn-sm" />
        </span>
      ),
    },
  ]
  return (
    <section className="panel overflow-hidden" aria-labelledby="by-coin">
      <h2 id="by-coin" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {m('byCoin.title')}
      </h2>
      <Loaded store={$earnings} skeleton={<RowsSkeleton rows={3} />}>
        {({ coins: rows }) => (
          <DataList
            caption={m('byCoin.title')}
            columns={columns}
            rows={withMined(rows)}
            rowKey={({ currencyCode }) => currencyCode}
          />
        )}
      </Loaded>
    </section>
  )
}
