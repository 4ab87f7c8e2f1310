import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Plan } from '#lib/contract/market.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { $compared, bestOf } from './choice.ts'
import { PlanLink } from './plan-link.tsx'
import { m } from './texts.ts'

/** At the rate and the price of now, as on the plan's own page. */
const breakEven = ({ breakEvenDay: day, days }: Plan): string =>
  day === null || day > days ? m('prospects.notInTerm') : m('prospects.day', { day })

/** The bar of the chosen plans, which stays in view, with the sheet that shows them side by side. */
export function CompareBar({ plans }: { plans: readonly Plan[] }) {
  const { t, locale } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const compared = useStore($compared)
  const chosen = compared.flatMap(({ id }) => plans.find((plan) => plan.id === id) ?? [])
  if (chosen.length === 0) return null
  return (
    <section
      aria-label={m('compare.title')}
      className="panel shadow-2 px-4 py-3 flex flex-wrap items-center gap-x-3 gap-y-2 sticky z-10 bottom-28 lg:bottom-10"
    >
      <p className="flex-1 text-sm" role="status">
        {chosen.map((plan) => `${plan.currencyCode} ${locale === 'zh' ? plan.titleZh : plan.title}`).join(' · ')}
        {chosen.length === 1 && <span className="text-muted"> · {m('compare.another')}</span>}
      </p>
      <button type="button" className="btn btn-ghost btn-sm text-muted" onClick={() => $compared.set([])}>
        {m('compare.clear')}
      </button>
      <SteadyButton className="btn-neutral btn-sm" off={chosen.length < 2} onClick={() => setOpen(true)}>
        {m('compare.open', { count: chosen.length })}
      </SteadyButton>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m('compare.title')}
        closeLabel={t('close')}
        placement="wide"
      >
        <Table chosen={chosen} />
      </Dialog>
    </section>
  )
}

function Table({ chosen }: { chosen: readonly Plan[] }) {
  const { locale } = useLanguage()
  const best = bestOf(chosen)
  const rows: readonly (readonly [string, (plan: Plan) => string, ('lowest' | 'soonest')?])[] = [
    [m('compare.hashrate'), (plan) => `${groupThousands(plan.hashrate)} ${plan.unit}`],
    [m('plan.term'), (plan) => m('plan.inDays', { days: plan.days })],
    [m('plan.price'), (plan) => `${formatMoney(plan.price)} USDT`],
    [m('compare.unitDay', { unit: 'GH/s' }), (plan) => `${formatAmount(plan.pricePerUnitDay)} USDT`, 'lowest'],
    [m('compare.perDay'), (plan) => `${formatAmount(plan.dailyOutput)} ${plan.currencyCode}`],
    [m('plan.output'), (plan) => `${formatAmount(plan.estimatedOutput)} ${plan.currencyCode}`],
    [m('compare.worth'), (plan) => `${formatMoney(worthText(worthOf(plan.estimatedOutput, plan.currencyCode)))} USDT`],
    [m('prospects.breakEven'), breakEven, 'soonest'],
    [m('compare.left'), (plan) => formatCount(plan.remaining)],
  ]
  return (
    <div className="overflow-x-auto -mx-6 border-t border-line">
      <table className="table text-sm [&_:is(th,td):first-child]:pl-6 [&_:is(th,td):last-child]:pr-6">
        <thead>
          <tr>
            <td className="sticky left-0 bg-base-100" />
            {chosen.map((plan) => (
              <th key={plan.id} scope="col" className="text-right text-base-content">
                {plan.currencyCode} {locale === 'zh' ? plan.titleZh : plan.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value, mark]) => (
            <tr key={name}>
              <th scope="row" className="sticky left-0 bg-base-100 font-normal text-muted">
                {name}
              </th>
              {chosen.map((plan) => (
                <td key={plan.id} className="num text-right">
                  {value(plan)}
                  {mark && best[mark].includes(plan) && (
                    <span className="block text-xs font-medium text-success">{m(`compare.${mark}`)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td className="sticky left-0 bg-base-100" />
            {chosen.map((plan) => (
              <td key={plan.id} className="text-right">
                <PlanLink plan={plan} small />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
