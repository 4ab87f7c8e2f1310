import { useStore } from '@nanostores/react'
import type { dailyIncome } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { type Coin, coins, fromUnits, toUnits } from '#lib/money/coins.ts'
import { CoinMark } from '#ui/coin.tsx'
import { m } from '../money-texts.ts'
import { useAmounts } from './hidden.ts'
import { $income } from './range.ts'

type Income = ReplyOf<typeof dailyIncome>

const amountIn = (list: Income['total'], coin: Coin): string =>
  list.find(({ currencyCode }) => currencyCode === coin)?.amount ?? '0'

const coinsOf = ({ total, previous }: Income): Coin[] =>
  coins.filter((coin) => [...total, ...previous].some(({ currencyCode }) => currencyCode === coin))

/** The range beside as many days just before it. */
export function Compared() {
  const data = useStore($income).data
  const amounts = useAmounts()
  if (!data || coinsOf(data).length === 0) return null
  const change = (coin: Coin) => {
    const more = toUnits(amountIn(data.total, coin), coin) - toUnits(amountIn(data.previous, coin), coin)
    const text = amounts.coin(fromUnits(more < 0n ? -more : more, coin))
    return amounts.hidden || more === 0n ? text : `${more < 0n ? '\u2212' : '+'}${text}`
  }
  const head = ['coin', 'inRange', 'before', 'change'] as const
  return (
    <div className="border-t border-line overflow-x-auto">
      <table className="table max-sm:text-sm max-sm:[&_:is(td,th)]:px-2">
        <caption className="text-left text-sm font-semibold px-5 lg:px-6 pt-4">
          {m('compare.title', { days: data.days.length })}
        </caption>
        <Head names={head.map((name) => m(`compare.${name}`))} />
        <tbody>
          {coinsOf(data).map((coin) => (
            <tr key={coin}>
              <th scope="row" className="pl-5 lg:pl-6">
                <CoinName coin={coin} />
              </th>
              <td className="num text-right font-semibold">{amounts.coin(amountIn(data.total, coin))}</td>
              <td className="num text-right text-muted">{amounts.coin(amountIn(data.previous, coin))}</td>
              <td className="num text-right pr-5 lg:pr-6">{change(coin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What each device, or order, has brought in the range. */
export function ByDevice() {
  const data = useStore($income).data
  const amounts = useAmounts()
  if (!data || data.devices.length === 0) return null
  const shown = coins.filter((coin) => data.total.some(({ currencyCode }) => currencyCode === coin))
  return (
    <div className="border-t border-line overflow-x-auto">
      <table className="table max-sm:text-sm max-sm:[&_:is(td,th)]:px-2">
        <caption className="text-left text-sm font-semibold px-5 lg:px-6 pt-4">{m('byDevice.title')}</caption>
        <Head names={[m('byDevice.device'), ...shown]} />
        <tbody>
          {data.devices.map((device) => (
            <tr key={device.id}>
              <th scope="row" className="pl-5 lg:pl-6 text-base-content!">
                {device.name}
              </th>
              {shown.map((coin) => (
                <td key={coin} className="num text-right last:pr-5 lg:last:pr-6">
                  {amounts.coin(amountIn(device.coins, coin))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name, index) => (
          <th key={name} scope="col" className={index === 0 ? 'pl-5 lg:pl-6' : 'text-right last:pr-5 lg:last:pr-6'}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
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
