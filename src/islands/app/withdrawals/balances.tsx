import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { withdrawalOverview } from '#lib/contract/withdrawals.ts'
import { minedCoins, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf } from '#lib/money/worth.ts'
import { CoinMark } from '#ui/coin.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { $overview } from './store.ts'
import { WithdrawButton } from './withdraw-button.tsx'

type Row = Omit<ReplyOf<typeof withdrawalOverview>['coins'][number], 'smallFrom'>

const parts = ['balance', 'withdrawing', 'withdrawn'] as const

/** Balance of each coin from all sources: mined coins, and others that the user has. */
export function Balances() {
  const amounts = useAmounts()
  const held = useStore($overview).data?.coins
  if (!held) return null
  const rows = withdrawableCoins.flatMap((coin): Row[] => {
    const found = held.find(({ currencyCode }) => currencyCode === coin)
    if (found) return [found]
    const isMined = minedCoins.some((mined) => mined === coin)
    return isMined ? [{ currencyCode: coin, balance: '0', withdrawing: '0', withdrawn: '0' }] : []
  })
  const columns: Column<Row>[] = [
    {
      key: 'coin',
      header: m('withdraw.coin'),
      role: 'title',
      sort: ({ currencyCode }) => currencyCode,
      cell: ({ currencyCode }) => (
        <span className="inline-flex items-center gap-2.5 font-medium">
          <CoinMark symbol={currencyCode} />
          {currencyCode}
        </span>
      ),
    },
    ...parts.map(
      (part): Column<Row> => ({
        key: part,
        header: m(`balances.${part}`),
        align: 'end',
        ...(part === 'balance' && { role: 'value' as const, isNamed: true }),
        sort: (row) => worthOf(row[part], row.currencyCode),
        cell: (row) => amounts.coin(row[part]),
      }),
    ),
    {
      key: 'withdraw',
      header: m('withdraw.title'),
      role: 'action',
      cell: ({ currencyCode }) => <WithdrawButton coin={currencyCode} className="btn btn-line btn-sm" />,
    },
  ]
  return (
    <section className="panel overflow-hidden" aria-labelledby="balances">
      <h2 id="balances" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {m('balances.title')}
      </h2>
      <DataList
        name="balances"
        caption={m('balances.title')}
        columns={columns}
        rows={rows}
        rowKey={({ currencyCode }) => currencyCode}
      />
    </section>
  )
}
