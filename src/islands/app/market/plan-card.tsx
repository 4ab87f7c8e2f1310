import { useStore } from '@nanostores/react'
import type { Plan } from '#lib/contract/market.ts'
import { isFewLeft } from '#lib/rules/plans.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Status } from '#ui/status.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { $compared, canCompare, compare, MAX_COMPARED } from './choice.ts'
import { PlanLink } from './plan-link.tsx'
import { m } from './texts.ts'

const CELLS = 30

/** How much of a plan is sold; hot where little is left, cold where it is sold out. */
export function SoldStrip({ plan, className = '' }: { plan: Plan; className?: string }) {
  const filled = plan.total === 0 ? 0 : Math.ceil((plan.sold / plan.total) * CELLS)
  const heat = isFewLeft(plan) ? 4 : 3
  return (
    <HeatStrip
      className={className}
      cold={plan.soldOut}
      cells={Array.from({ length: CELLS }, (_, cell) => (cell < filled ? heat : 0))}
      label={m('plan.soldOf', { sold: formatCount(plan.sold), total: formatCount(plan.total) })}
    />
  )
}

/** State of its sale, unless simply open. */
export function SaleStatus({ plan }: { plan: Plan }) {
  if (plan.soldOut)
    return (
      <Status tone="muted" mark="off">
        {m('sale.soldOut')}
      </Status>
    )
  if (plan.state === 'preparing')
    return (
      <Status tone="info" mark="half">
        {m('sale.preparing')}
      </Status>
    )
  if (plan.state === 'paused')
    return (
      <Status tone="muted" mark="off">
        {m('sale.paused')}
      </Status>
    )
  return isFewLeft(plan) ? (
    <Status tone="warning" mark="on">
      {m('sale.few')}
    </Status>
  ) : null
}

/** When its sale begins or ends. */
function saleTime({ state, opensAt, deadline }: Plan): readonly [string, string] {
  if (state === 'preparing' && opensAt !== null) return [m('plan.opens'), utcDateTime(opensAt)]
  if (state === 'paused') return [m('plan.ends'), m('sale.paused')]
  return [m('plan.ends'), deadline === null ? m('plan.open') : utcDateTime(deadline)]
}

export function PlanCard({ plan }: { plan: Plan }) {
  const { locale } = useLanguage()
  const compared = useStore($compared)
  const mayCompare = canCompare(compared, plan)
  const isOpen = plan.state === 'active' && !plan.soldOut
  const paler = isOpen ? '' : 'text-muted'
  const rows = [
    [m('plan.output'), `${formatAmount(plan.estimatedOutput)} ${plan.currencyCode}`],
    [m('plan.perDay'), `${formatAmount(plan.dailyOutput)} ${plan.currencyCode}`],
    [m('plan.unitDay', { unit: plan.unit }), `${formatAmount(plan.pricePerUnitDay)} USDT`],
    saleTime(plan),
  ] as const
  return (
    <li className={`panel grid grid-rows-[auto_1fr_auto] ${plan.state === 'preparing' ? 'border-dashed' : ''}`}>
      <div className="p-5 border-b border-line">
        <p className="flex items-center gap-2.5 min-h-6">
          <CoinMark symbol={plan.currencyCode} small />
          <span className="font-medium flex-1">
            {plan.currencyCode} <span className="text-muted">{locale === 'zh' ? plan.titleZh : plan.title}</span>
          </span>
          <SaleStatus plan={plan} />
        </p>
        <p className={`mt-3 flex items-baseline justify-between gap-3 ${paler}`}>
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
      </div>
      <dl className="px-5 text-sm rule [&>div]:flex [&>div]:justify-between [&>div]:gap-3 [&>div]:py-2.5">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="p-5 border-t border-line">
        <SoldStrip plan={plan} className="h-2.5 w-full" />
        <p className="mt-2 flex justify-between text-xs text-muted num">
          <span>
            {plan.state === 'preparing' ? m('plan.notYet') : m('plan.sold', { sold: formatCount(plan.sold) })}
          </span>
          <span className={isFewLeft(plan) ? 'text-primary font-semibold' : ''}>
            {m('plan.left', { left: formatCount(plan.remaining) })}
          </span>
        </p>
        <div className="mt-4 flex items-end justify-between gap-3 flex-wrap">
          <p className={paler}>
            <span className="title text-2xl num" translate="no">
              {formatMoney(plan.price)}
            </span>{' '}
            <span className="ml-0.5 text-muted">USDT</span>
            <span className="block text-xs text-muted">{m('plan.perUnit')}</span>
          </p>
          <PlanLink plan={plan} />
        </div>
        <label className="mt-3 flex items-center gap-2 text-sm text-muted">
          <input
            type="checkbox"
            className="accent-primary size-4 shrink-0"
            checked={compared.some(({ id }) => id === plan.id)}
            disabled={!mayCompare}
            onChange={() => compare(plan)}
          />
          {mayCompare ? m('compare.add') : m('compare.full', { most: MAX_COMPARED })}
        </label>
      </div>
    </li>
  )
}
