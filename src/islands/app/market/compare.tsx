import { useStore } from '@nanostores/react'
import type { Plan } from '#lib/contract/market.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { $compared } from './choice.ts'
import { PlanLink } from './plan-link.tsx'
import { m } from './texts.ts'

/** At the rate and the price of now, as on the plan's own page. */
const breakEven = ({ breakEvenDay: day, days }: Plan): string =>
  day === null || day > days ? m('prospects.notInTerm') : m('prospects.day', { day })

/** Up to three plans side by side. */
export function Compared({ plans }: { plans: readonly Plan[] }) {
  const { locale } = useLanguage()
  const compared = useStore($compared)
  const chosen = compared.flatMap(({ id }) => plans.find((plan) => plan.id === id) ?? [])
  if (chosen.length === 0) return null
  const rows: readonly (readonly [string, (plan: Plan) => string])[] = [
    [m('compare.hashrate'), (plan) => `${groupThousands(plan.hashrate)} ${plan.unit}`],
    [m('plan.term'), (plan) => m('plan.inDays', { days: plan.days })],
    [m('plan.price'), (plan) => `${formatMoney(plan.price)} USDT`],
    [m('plan.unitDay', { unit: 'GH/s' }), (plan) => `${formatAmount(plan.pricePerUnitDay)} USDT`],
    [m('plan.perDay'), (plan) => `${formatAmount(plan.dailyOutput)} ${plan.currencyCode}`],
    [m('plan.output'), (plan) => `${formatAmount(plan.estimatedOutput)} ${plan.currencyCode}`],
    [m('prospects.breakEven'), breakEven],
    [m('compare.left'), (plan) => formatCount(plan.remaining)],
  ]
  return (
    <section className="panel overflow-hidden" aria-labelledby="compared">
      <div className="px-5 lg:px-6 pt-5 pb-3 flex items-center gap-3">
        <h2 id="compared" className="title text-lg flex-1">
          {m('compare.title')}
        </h2>
        <button type="button" className="btn btn-ghost btn-sm text-muted" onClick={() => $compared.set([])}>
          {m('compare.clear')}
        </button>
      </div>
      <div className="overflow-x-auto border-t border-line">
        <table className="table text-sm">
          <thead>
            <tr>
              <td />
              {chosen.map((plan) => (
                <th key={plan.id} scope="col" className="text-right">
                  {plan.currencyCode} {locale === 'zh' ? plan.titleZh : plan.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className="font-normal text-muted">
                  {name}
                </th>
                {chosen.map((plan) => (
                  <td key={plan.id} className="num text-right">
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td />
              {chosen.map((plan) => (
                <td key={plan.id} className="text-right">
                  <PlanLink plan={plan} small />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}
