import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { type EarningType, earningType } from '#lib/contract/earnings.ts'
import * as icons from '#lib/illustration/icons.ts'
import { type Coin, withdrawableCoins } from '#lib/money/coins.ts'
import { isFutureDay } from '#lib/rules/range.ts'
import { utcDayStart } from '#lib/time/format.ts'
import { Fit } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWide } from '#ui/media.ts'
import { FigureSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { useAmounts } from '../../core/texts/amounts.ts'
import { m } from '../../core/texts/money.ts'
import { CoinName } from '../compare.tsx'
import { EarningList } from '../list.tsx'
import { typeNames } from '../list-columns.tsx'
import { list } from '../list-store.ts'
import { $today } from '../store.ts'
import { $detail, $detailOf } from './store.ts'

/** Lists show 20 (SPEC-9.15). */
const SIZE = 20

interface DetailProps {
  coin?: string
  type?: string
  from?: string
  to?: string
}

/** A day of the address; none if it is missing, invalid or in the future. */
const dayOr = (text: string | undefined): string =>
  text && utcDayStart(text) !== undefined && !isFutureDay(text, $today.get()) ? text : ''

/** Every single earning: of one coin or of all, of one type or of both, in a range or ever. */
export function EarningDetailScreen({ coin: requestedCoin, type: requestedType, ...days }: DetailProps) {
  const coin = withdrawableCoins.find((one) => one === requestedCoin)
  const type = Object.values(earningType).find((one) => String(one) === requestedType)
  // Chosen in the list, another coin is the one of the figures too.
  const filter = useStore(list.$filter)
  const shown = filter ? filter.coin : coin
  const shownType = filter ? filter.type : type
  const [from, to] = [dayOr(days.from), dayOr(days.to)]
  useEffect(() => {
    list.set({ size: SIZE, type, coin, status: 'any', from, to })
    return () => list.set(undefined)
  }, [type, coin, from, to])
  return (
    <Parts>
      <a
        className="inline-flex items-center gap-1.5 text-sm font-medium hover:text-primary"
        href={`/user/earnings/${type === 1 ? 'cloud' : 'pc'}-earnings`}
      >
        <Icon path={icons.arrowLeft} className="size-4" />
        {m('detail.back')}
      </a>
      {shown && <CoinFigures coin={shown} type={shownType} />}
      <EarningList
        hasTypes
        title={from || to ? m('detail.between', { from: from || '…', to: to || '…' }) : m('detail.all')}
      />
    </Parts>
  )
}

function CoinFigures({ coin, type }: { coin: Coin; type: EarningType | undefined }) {
  const amounts = useAmounts()
  const isWide = useWide()
  useEffect(() => {
    $detailOf.set({ currencyCode: coin, ...(type !== undefined && { type }) })
    return () => $detailOf.set(undefined)
  }, [coin, type])
  return (
    <section className="panel overflow-hidden" aria-labelledby="coin">
      <h2 className="px-5 py-4 flex items-center gap-2.5">
        <span id="coin">
          <CoinName coin={coin} />
        </span>
        <span className="text-sm text-muted">{m(`detail.of.${type === undefined ? 'all' : typeNames[type]}`)}</span>
      </h2>
      <Loaded
        store={$detail}
        skeleton={
          <div className="px-5 pb-4 h-24">
            <FigureSkeleton />
          </div>
        }
      >
        {({ total, yesterday, frozen, bestDay, days }) => (
          <dl className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line border-t border-line">
            {(
              [
                ['total', amounts.coin(total), m('detail.days', { count: days })],
                [
                  'yesterday',
                  yesterday === null ? '—' : amounts.coin(yesterday),
                  yesterday === null ? m('figures.settling') : '',
                ],
                ['frozen', amounts.coin(frozen), ''],
                ['best', bestDay ? amounts.coin(bestDay.amount) : '—', bestDay?.date ?? ''],
              ] as const
            ).map(([name, value, note]) => (
              <div key={name} className="bg-base-100 px-5 py-4">
                <dt className="text-xs text-muted">{m(`detail.${name}`)}</dt>
                <dd className="num whitespace-normal! title text-xl mt-1 @container" translate="no">
                  {/* The coin's letters and the space before them are as wide as this at most. */}
                  <Fit text={value} {...(isWide && { beside: `${coin.length * 0.6 + 0.5}rem` })} />
                  {isWide && value !== '—' && <span className="ml-1.5 text-xs font-medium text-muted">{coin}</span>}
                </dd>
                <dd className="text-xs text-faint num min-h-4">{note}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  )
}
