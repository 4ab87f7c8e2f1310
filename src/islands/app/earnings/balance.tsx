import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import { type Coin, withdrawableCoins } from '#lib/money/coins.ts'
import { pricesAsOf, worthOf } from '#lib/money/worth.ts'
import { coinColor } from '#lib/text/coin-color.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Fit } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { ReadFailed } from '../core/calls/load-state.tsx'
import { toggleHidden, useAmounts } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { LocalLine } from '../currency/index.ts'
import { WithdrawButton } from '../withdrawals/index.ts'
import { type Overview, plus, worthOfAll } from './bars.ts'
import { $earnings } from './store.ts'

/** Credited amounts by coin with their estimated worth; today's mining is shown beside them and is not included. */
export function BalancePanel() {
  const t = useT()
  const { data, error } = useStore($earnings)
  const { hidden } = useAmounts()
  return (
    <section className="panel p-5 lg:p-6 flex flex-col min-h-[25.5rem]" aria-labelledby="balance">
      <div className="flex items-center justify-between h-6">
        <h2 id="balance" className="text-sm font-medium text-muted">
          {t('balance.title')}
        </h2>
        <button
          type="button"
          className="btn btn-ghost btn-sm btn-square text-faint -mr-2"
          aria-pressed={hidden}
          aria-label={t('balance.hide')}
          onClick={toggleHidden}
        >
          <Icon path={hidden ? icons.eyeOff : icons.eye} className="size-4" />
        </button>
      </div>
      {error && !data ? (
        <ReadFailed error={error} mining flush onRetry={() => void $earnings.reload()} />
      ) : (
        <Figures data={data} />
      )}
    </section>
  )
}

function Figures({ data }: { data: Overview | undefined }) {
  const t = useT()
  const { usdt } = useAmounts()
  const worth = (part: 'balance' | 'frozen' | 'withdrawing' | 'minedToday') =>
    worthOfAll((data?.coins ?? []).map((coin) => ({ currencyCode: coin.currencyCode, amount: coin[part] })))
  const withdrawing = worth('withdrawing')
  const all = worth('balance') + worth('frozen') + withdrawing
  const text = (value: bigint) => (data ? usdt(value) : '—')
  const parts = [
    ['balance.available', worth('balance')],
    ['balance.frozen', worth('frozen')],
    ['balance.today', worth('minedToday')],
  ] as const
  return (
    <>
      <p className="mt-2 flex items-baseline gap-2 @container">
        <span className="figure text-[2.75rem] lg:text-[2.5rem] xl:text-5xl">
          <Fit text={text(all)} beside="3.5rem" />
        </span>
        {data && <span className="text-base font-medium text-muted">{t('balance.unit')}</span>}
      </p>
      <LocalLine worth={data && all} />
      <p className="mt-1.5 text-xs text-faint min-h-8">
        <UnbrokenDates
          text={t(withdrawing > 0n ? 'balance.noteOfWithdrawing' : 'balance.note', {
            date: pricesAsOf,
            amount: text(withdrawing),
          })}
        />
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-sm">
        {parts.map(([label, value]) => (
          <div key={label} className="@container">
            <dt className="text-xs text-muted">{t(label)}</dt>
            <dd className="num font-semibold mt-0.5">
              <Fit text={text(value)} />
            </dd>
          </div>
        ))}
      </dl>
      <CoinRows data={data} />
      <div className="mt-auto pt-4 grid grid-cols-2 gap-2">
        <WithdrawButton />
        <a className="btn btn-line px-2 whitespace-nowrap" href="/user/earnings/pc-earnings">
          {t('balance.view')}
        </a>
      </div>
    </>
  )
}

const shareOf = (worth: bigint, all: bigint): number => (all === 0n ? 0 : Number((worth * 1000n) / all) / 10)

function CoinRows({ data }: { data: Overview | undefined }) {
  const t = useT()
  const amounts = useAmounts()
  const rows = withdrawableCoins.map((coin) => {
    const one = data?.coins.find(({ currencyCode }) => currencyCode === coin)
    const amount = one ? plus(coin, one.balance, one.frozen, one.withdrawing) : '0'
    return { coin, amount, worth: worthOf(amount, coin) }
  })
  const all = rows.reduce((sum, { worth }) => sum + worth, 0n)
  return (
    <>
      <Shares rows={amounts.hidden ? [] : rows.map(({ coin, worth }) => ({ coin, percent: shareOf(worth, all) }))} />
      <ul className="mt-2 rule" aria-label={t('balance.byCoin')}>
        {rows.map(({ coin, amount, worth }) => (
          <li
            key={coin}
            className={`flex items-center gap-2 xl:gap-3 py-2.5 text-sm ${amount === '0' && !amounts.hidden ? 'text-faint' : ''}`}
          >
            <CoinMark symbol={coin} />
            <span className="font-medium">{coin}</span>
            <span className="flex flex-1 flex-wrap justify-end gap-x-2 xl:gap-x-3 num text-right" translate="no">
              {data && <span className="font-semibold">{amounts.coin(amount)}</span>}
              <span className="text-muted min-w-16 xl:min-w-20">{data && `≈ ${amounts.usdt(worth)}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Shares({ rows }: { rows: readonly { coin: Coin; percent: number }[] }) {
  const shown = rows.filter(({ percent }) => percent > 0)
  const label = shown.map(({ coin, percent }) => `${coin} ${Math.round(percent)}%`).join(', ')
  return (
    <div
      className="mt-4 flex gap-[3px] h-2.5 bg-base-200 rounded-[2px]"
      {...(label ? { role: 'img', 'aria-label': label } : {})}
    >
      {shown.map(({ coin, percent }) => (
        <span
          key={coin}
          className="rounded-[2px] forced-color-adjust-none"
          style={{ width: `${percent}%`, background: coinColor(coin) }}
        />
      ))}
    </div>
  )
}
