import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { type Coin, minedCoins, withdrawableCoins } from '#lib/money/coins.ts'
import { worthOf } from '#lib/money/worth.ts'
import { Icon } from '#ui/icon.tsx'
import { useWide } from '#ui/media.ts'
import { Loading, RowsSkeleton } from '#ui/skeleton.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { type Column, DataList } from '../core/lists/data-list.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { WithdrawButton } from '../withdrawals/index.ts'
import { estimated } from './bars.ts'
import { CoinName } from './compare.tsx'
import { $summaries, $type, reloadSummaries } from './range.ts'
import { $earnings } from './store.ts'

interface Row {
  coin: Coin
  today: string
  yesterday: string | null
  frozen: string
  total: string
}

/** Coins with earnings or estimates of the screen's type; mined coins if there are none. */
function useRows(): Row[] | undefined {
  const type = useStore($type)
  const overview = useStore($earnings).data
  const summaries = useStore($summaries).data
  if (!summaries || !overview) return undefined
  const today = estimated(overview.coins, 'minedToday', type === 0 ? 'pc' : 'cloud')
  const rows = summaries.map(({ currencyCode: coin, yesterday, frozen, total }) => {
    const estimate = today.find(({ currencyCode }) => currencyCode === coin)
    return { coin, today: estimate?.amount ?? '0', yesterday, frozen, total }
  })
  const earned = rows.filter(({ today, total }) => today !== '0' || total !== '0')
  const shown: readonly Coin[] = earned.length > 0 ? earned.map(({ coin }) => coin) : minedCoins
  return withdrawableCoins.flatMap((coin) => rows.filter((row) => row.coin === coin && shown.includes(coin)))
}

/**
 * Earnings of each coin by the screen's type. Withdrawable amounts are on the withdrawals screen: a balance has no
 * type.
 */
export function ByCoin() {
  const amounts = useAmounts()
  const type = useStore($type)
  const rows = useRows()
  const isWide = useWide()
  const detailsOf = (coin: Coin) => `/user/earning-detail?coin=${coin}&type=${type}`
  const linksColumn: Column<Row> = {
    key: 'links',
    header: m('byCoin.details'),
    role: 'action',
    cell: ({ coin }) => (
      <span className="inline-flex flex-wrap gap-2">
        <a className="btn btn-ghost btn-sm text-muted" href={detailsOf(coin)}>
          {m('byCoin.details')}
          <span className="sr-only">{coin}</span>
        </a>
        <WithdrawButton coin={coin} className="btn btn-line btn-sm" />
      </span>
    ),
  }
  const columns: Column<Row>[] = [
    {
      key: 'coin',
      header: m('byCoin.coin'),
      role: 'title',
      sort: ({ coin }) => coin,
      // A phone has the details behind the coin, and one button for the withdrawal of any coin above.
      cell: ({ coin }) =>
        isWide ? (
          <CoinName coin={coin} />
        ) : (
          <a className="inline-flex items-center gap-1.5 py-1" href={detailsOf(coin)}>
            <CoinName coin={coin} />
            <Icon path={icons.chevronRight} className="size-4 text-faint" />
          </a>
        ),
    },
    {
      key: 'today',
      header: m('byCoin.today'),
      align: 'end',
      sort: ({ coin, today }) => worthOf(today, coin),
      cell: ({ today }) => amounts.coin(today),
    },
    {
      key: 'yesterday',
      header: m('byCoin.yesterday'),
      align: 'end',
      sort: ({ coin, yesterday }) => (yesterday === null ? undefined : worthOf(yesterday, coin)),
      cell: ({ yesterday }) => (yesterday === null ? m('figures.settling') : amounts.coin(yesterday)),
    },
    {
      key: 'frozen',
      header: m('byCoin.frozen'),
      align: 'end',
      sort: ({ coin, frozen }) => worthOf(frozen, coin),
      cell: ({ frozen }) => amounts.coin(frozen),
    },
    {
      key: 'total',
      header: m('byCoin.total'),
      align: 'end',
      role: 'value',
      isNamed: true,
      sort: ({ coin, total }) => worthOf(total, coin),
      cell: ({ total }) => <span className="font-semibold">{amounts.coin(total)}</span>,
    },
    ...(isWide ? [linksColumn] : []),
  ]
  return (
    <section className="panel overflow-hidden" aria-labelledby="by-coin">
      <h2 id="by-coin" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {m('byCoin.title')}
      </h2>
      {rows ? (
        <DataList name="byCoin" caption={m('byCoin.title')} columns={columns} rows={rows} rowKey={({ coin }) => coin} />
      ) : (
        <Missing />
      )}
    </section>
  )
}

function Missing() {
  const t = useT()
  const [summaries, earnings] = [useStore($summaries).error, useStore($earnings).error]
  const error = summaries ?? earnings
  const retry = () => Promise.all([reloadSummaries(), $earnings.reload()])
  if (error) return <ReadFailed error={error} onRetry={() => void retry()} />
  return (
    <Loading label={t('loading')}>
      <RowsSkeleton rows={3} />
    </Loading>
  )
}
