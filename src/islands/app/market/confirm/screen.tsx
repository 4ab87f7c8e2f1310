import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { useLanguage } from '../../core/texts/i18n.ts'
import { $line, linesOf } from '../line.ts'
import { SaleStatus, SoldStrip } from '../plan-card.tsx'
import { m } from '../texts.ts'
import { OrderForm } from './order-form.tsx'
import { Prospects } from './prospects.tsx'
import { $detail, type Detail } from './store.ts'

/** A plan's own view, with what it takes to order it. */
export function ConfirmScreen() {
  const line = linesOf[useStore($line)]
  return (
    <Parts>
      <a href={line.market} className="inline-flex items-center gap-2 text-sm text-muted justify-self-start">
        <Icon path={icons.arrowLeft} className="size-4" />
        {m('confirm.back')}
      </a>
      <Loaded store={$detail} skeleton={<RowsSkeleton rows={6} />} listHref={line.market}>
        {(detail) => (
          <Parts className="xl:grid-cols-12 items-start">
            <div className="xl:col-span-7">
              <PlanPanel detail={detail} />
            </div>
            {/* On a phone directly after the plan: the forecast comes further down. */}
            <div className="xl:col-span-5 xl:row-span-2 xl:sticky xl:top-4">
              <OrderForm key={detail.plan.id} detail={detail} />
            </div>
            <div className="xl:col-span-7">
              <Prospects detail={detail} />
            </div>
          </Parts>
        )}
      </Loaded>
    </Parts>
  )
}

function PlanPanel({ detail: { plan, finished } }: { detail: Detail }) {
  const { locale } = useLanguage()
  const [more, setMore] = useState(false)
  const rows = [
    [m('plan.price'), `${formatMoney(plan.price)} USDT`],
    [m('plan.output'), `${formatAmount(plan.estimatedOutput)} ${plan.currencyCode}`],
    [m('plan.perDay'), `${formatAmount(plan.dailyOutput)} ${plan.currencyCode}`],
    [m('plan.unitDay', { unit: plan.unit }), `${formatAmount(plan.pricePerUnitDay)} USDT`],
    [m('plan.preparation'), m('plan.hours', { hours: plan.preparationHours })],
    [m('plan.costs'), m('plan.noCosts')],
    [
      m('plan.finished'),
      finished
        ? m('plan.finishedOf', {
            count: finished.orders,
            orders: formatCount(finished.orders),
            amount: formatAmount(finished.perUnit),
            coin: plan.currencyCode,
            percent: finished.percent,
          })
        : m('plan.noneFinished'),
    ],
  ] as const
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="plan">
      <p className="flex items-center gap-2.5">
        <CoinMark symbol={plan.currencyCode} small />
        <span className="font-medium flex-1" id="plan">
          {plan.currencyCode} <span className="text-muted">{locale === 'zh' ? plan.titleZh : plan.title}</span>
        </span>
        <SaleStatus plan={plan} />
      </p>
      <p className="mt-3 flex items-baseline justify-between gap-3">
        <span>
          <span className="figure text-4xl" translate="no">
            {groupThousands(plan.hashrate)}
          </span>{' '}
          <span className="ml-1 text-muted">{plan.unit}</span>
        </span>
        <span className="num">
          <span className="title text-lg">{plan.days}</span> <span className="text-muted">{m('plan.days')}</span>
        </span>
      </p>
      <SoldStrip plan={plan} className="mt-4 h-2.5 w-full" />
      <p className="mt-2 text-xs text-muted num flex justify-between">
        <span>{m('plan.sold', { sold: formatCount(plan.sold) })}</span>
        <span>{m('plan.left', { left: formatCount(plan.remaining) })}</span>
      </p>
      <dl className="mt-3 text-sm rule [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&>div]:py-2.5">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="num whitespace-normal! text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="btn btn-ghost btn-sm text-muted -ml-3"
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        <Icon path={more ? icons.chevronUp : icons.chevronDown} className="size-4" />
        {m('plan.downtime')}
      </button>
      {more && <p className="mt-1 text-sm text-muted">{m('plan.downtimeText')}</p>}
    </section>
  )
}
