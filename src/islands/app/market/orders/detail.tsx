import { useStore } from '@nanostores/react'
import type { Order } from '#lib/contract/orders.ts'
import * as icons from '#lib/illustration/icons.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { $line, linesOf } from '../line.ts'
import { m } from '../texts.ts'
import { Outcome } from './outcome.tsx'
import { Payment } from './payment.tsx'
import { $order } from './store.ts'

/** One order: what is to be paid while it can be, and all that was agreed. */
export function OrderScreen() {
  const line = linesOf[useStore($line)]
  return (
    <Parts>
      <a href={line.orders} className="inline-flex items-center gap-2 text-sm text-muted justify-self-start">
        <Icon path={icons.arrowLeft} className="size-4" />
        {m('order.back')}
      </a>
      <Loaded store={$order} skeleton={<RowsSkeleton rows={6} />} listHref={line.orders}>
        {({ order }) => (
          <Parts className="xl:grid-cols-12 items-start">
            <div className="xl:col-span-7">
              {order.orderStatus === 'pending' && order.paymentAddress !== null ? (
                <Payment key={order.orderNo} order={order} address={order.paymentAddress} />
              ) : (
                <Outcome order={order} />
              )}
            </div>
            <div className="xl:col-span-5">
              <Agreed order={order} />
            </div>
          </Parts>
        )}
      </Loaded>
    </Parts>
  )
}

function Agreed({ order }: { order: Order }) {
  const { locale } = useLanguage()
  const rows = [
    [m('order.unitPrice'), `${formatMoney(order.price)} USDT`],
    [m('order.units'), formatCount(order.quantity)],
    [m('plan.output'), `${formatAmount(order.estimatedOutput)} ${order.currencyCode}`],
    [
      m('order.rate'),
      m('order.rateOf', {
        rate: order.rate.perUnitDay,
        coin: order.currencyCode,
        unit: order.unit,
        since: order.rate.since,
      }),
    ],
    [m('order.starts'), startOf(order)],
    [m('order.placed'), utcDateTime(order.orderTime)],
    [m('order.fee'), `${formatMoney(order.fee)} USDT`],
  ] as const
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="agreed">
      <p className="flex items-center gap-2.5">
        <CoinMark symbol={order.currencyCode} small />
        <span id="agreed" className="font-medium">
          {order.currencyCode} <span className="text-muted">{locale === 'zh' ? order.titleZh : order.title}</span>
        </span>
      </p>
      <p className="mt-3 flex items-baseline justify-between gap-3">
        <span>
          <span className="figure text-4xl" translate="no">
            {groupThousands(order.hashrate)}
          </span>{' '}
          <span className="ml-1 text-muted">{order.unit}</span>
        </span>
        <span className="num">{m('order.daysTimes', { days: order.days, units: formatCount(order.quantity) })}</span>
      </p>
      <dl className="mt-4 text-sm rule border-t border-line [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-2.5">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="num whitespace-normal! text-right">
              <UnbrokenDates text={value} />
            </dd>
          </div>
        ))}
        <div title={m('yourTime', { time: localDateTime(order.orderTime) })}>
          <dt className="text-muted">{m('order.number')}</dt>
          <dd className="code break-all">{order.orderNo}</dd>
        </div>
        <div>
          <dt className="font-semibold">{m('confirm.total')}</dt>
          <dd className="num title text-xl" translate="no">
            {formatMoney(order.amount)} USDT
          </dd>
        </div>
      </dl>
    </section>
  )
}

function startOf(order: Order): string {
  if (order.orderStatus === 'success') return utcDateTime(order.run.runsFrom)
  if (order.orderStatus === 'cancel') return m('order.never')
  return m('order.afterPayment', { hours: order.preparationHours })
}
