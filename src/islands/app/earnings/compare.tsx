import { useStore } from '@nanostores/react'
import type { dailyIncome } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { type Coin, fromUnits, toUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { CoinMark } from '#ui/coin.tsx'
import { useAmounts } from '../core/texts/amounts.ts'
import { m } from '../core/texts/money.ts'
import { worthOfAll } from './bars.ts'
import { FigureTable } from './figure-table.tsx'
import { $income, $type } from './range.ts'
import { SourceName } from './source.tsx'

type Income = ReplyOf<typeof dailyIncome>

const amountIn = (list: Income['total'], coin: Coin): string =>
  list.find(({ currencyCode }) => currencyCode === coin)?.amount ?? '0'

const coinsOf = ({ total, previous }: Income): Coin[] =>
  withdrawableCoins.filter((coin) => [...total, ...previous].some(({ currencyCode }) => currencyCode === coin))

/** The range beside as many days just before it. */
export function Compared() {
  const data = useStore($income).data
  const amounts = useAmounts()
  // An account created within these days has nothing to compare.
  if (!data || data.previous.length === 0) return null
  const change = (coin: Coin) => {
    const more = toUnits(amountIn(data.total, coin), coin) - toUnits(amountIn(data.previous, coin), coin)
    const text = amounts.coin(fromUnits(more < 0n ? -more : more, coin))
    return amounts.hidden || more === 0n ? text : `${more < 0n ? '\u2212' : '+'}${text}`
  }
  const head = ['coin', 'inRange', 'before', 'change'] as const
  return (
    <div className="border-t border-line">
      <FigureTable
        caption={m('compare.title', { days: data.days.length })}
        head={head.map((name) => m(`compare.${name}`))}
      >
        {coinsOf(data).map((coin) => (
          <tr key={coin}>
            <th scope="row">
              <CoinName coin={coin} />
            </th>
            <td className="num font-semibold" translate="no">
              {amounts.coin(amountIn(data.total, coin))}
            </td>
            <td className="num text-muted" translate="no">
              {amounts.coin(amountIn(data.previous, coin))}
            </td>
            <td className="num" translate="no">
              {change(coin)}
            </td>
          </tr>
        ))}
      </FigureTable>
    </div>
  )
}

/** Earnings of each device or order in the range. */
export function BySource() {
  const data = useStore($income).data
  const amounts = useAmounts()
  const kind = useStore($type) === 0 ? 'byDevice' : 'byOrder'
  if (!data || data.sources.length === 0) return null
  const shown = withdrawableCoins.filter((coin) => data.total.some(({ currencyCode }) => currencyCode === coin))
  const rows = data.sources
    .map((one) => ({ ...one, worth: worthOfAll(one.coins) }))
    .sort((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
  return (
    <div className="border-t border-line">
      <FigureTable caption={m(`${kind}.title`)} head={[m(`${kind}.source`), ...shown, m('worth')]}>
        {rows.map(({ source, coins, worth }) => (
          <tr key={source.id}>
            <th scope="row" className="text-base-content!">
              <SourceName source={source} />
            </th>
            {shown.map((coin) => (
              <td key={coin} className="num" translate="no">
                {amounts.coin(amountIn(coins, coin))}
              </td>
            ))}
            <td className="num font-semibold" translate="no">
              {amounts.usdt(worth)}
            </td>
          </tr>
        ))}
        <tr className="font-semibold">
          <th scope="row" className="text-base-content!">
            {m('detail.total')}
          </th>
          {shown.map((coin) => (
            <td key={coin} className="num" translate="no">
              {amounts.coin(amountIn(data.total, coin))}
            </td>
          ))}
          <td className="num" translate="no">
            {amounts.usdt(worthOfAll(data.total))}
          </td>
        </tr>
      </FigureTable>
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
