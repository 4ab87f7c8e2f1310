import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { orderView } from '#lib/contract/orders.ts'
import type { watcherView } from '#lib/contract/watcher.ts'
import * as icons from '#lib/illustration/icons.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { clock } from '#lib/time/duration.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Fit } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { serviceMs } from '../core/calls/service-clock.ts'
import { $line, linesOf } from './line.ts'
import { $counts, $running, endWindow } from './store.ts'
import { m } from './texts.ts'

/** Summary of the user's orders of the line, and the one that waits for payment. */
export function Summary() {
  const type = useStore($line)
  const own = useStore($running).data?.lines.find((line) => line.type === type)
  const next = useStore($counts).data?.lines.find((line) => line.type === type)?.next
  return (
    <section
      aria-label={m('summary.label')}
      className="grid grid-cols-2 lg:grid-cols-4 gap-px bg-line border border-line rounded-box overflow-hidden"
    >
      <Figure label={m('summary.hashrate')} sums={own && ratesOf(own)} />
      <Figure label={m('summary.running')} sums={own && [[formatCount(own.running)]]} />
      <Figure label={m('summary.yesterday')} sums={own?.yesterday && minedOf(own.yesterday)} />
      {next ? (
        <Waiting key={next.orderNo} {...next} href={linesOf[type].order(next.orderNo)} />
      ) : (
        <Figure label={m('summary.unpaid')} sums={[['0']]} />
      )}
    </section>
  )
}

type Next = NonNullable<ReplyOf<typeof orderView>['lines'][number]['next']>
type Line = ReplyOf<typeof watcherView>['lines'][number]
/** A figure with its unit. */
type Sum = readonly [value: string, unit?: string]

/** Hash rate of each running coin. */
const ratesOf = ({ hashrates, unit }: Line): Sum[] =>
  hashrates.length === 0
    ? [['0', unit]]
    : hashrates.map(({ amount, currencyCode }) => [groupThousands(amount), `${unit} ${currencyCode}`])

/** Each coin with earnings. */
const minedOf = (coins: NonNullable<Line['yesterday']>): Sum[] =>
  coins.filter(({ amount }) => amount !== '0').map(({ amount, currencyCode }) => [formatAmount(amount), currencyCode])

/** Width of a unit in its line, with the space before it. */
const roomOf = (unit = ''): string => `${unit.length * 0.62 + 0.5}rem`

/** Unknown and zero figures are a dash; several coins have one line each. */
function Figure({ label, sums }: { label: string; sums: readonly Sum[] | null | undefined }) {
  const shown: readonly Sum[] = sums && sums.length > 0 ? sums : [['–']]
  return (
    <div className="bg-base-100 px-5 py-4">
      <p className="text-xs text-muted">{label}</p>
      {/* Room for two coins, and for a due payment in three lines, from the start: nothing below moves when they come. */}
      <div className="min-h-12">
        {shown.map(([value, unit]) => (
          <p key={unit} className={`num title @container ${shown.length > 1 ? 'text-lg' : 'text-2xl'}`} translate="no">
            <Fit text={value} beside={roomOf(unit)} />{' '}
            {unit && <span className="text-sm text-muted font-normal">{unit}</span>}
          </p>
        ))}
      </div>
    </div>
  )
}

function Waiting({ orderNo, amount, expiresAt, href }: Next & { href: string }) {
  const left = useCountdown({ deadline: expiresAt * 1000, now: serviceMs, onEnd: () => void endWindow(orderNo) })
  return (
    <a href={href} className="tone tone-info px-5 py-4 flex items-center gap-1.5 sm:gap-3 min-w-0 hover:underline">
      <Icon path={icons.clock} />
      <span className="flex-1 min-w-0">
        <span className="block font-semibold text-sm text-base-content">{m('summary.waits')}</span>
        <span className="block num whitespace-normal! text-xs text-muted">
          {m('summary.left', { time: clock(left, { hours: false }) })}
        </span>
        <span className="block num whitespace-normal! text-xs text-muted" translate="no">
          {formatMoney(amount)} USDT
        </span>
      </span>
      <Icon path={icons.arrowRight} className="size-4" />
    </a>
  )
}
