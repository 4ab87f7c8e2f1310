import type { Plan } from '#lib/contract/market.ts'
import { linesOf } from './line.ts'
import { m } from './texts.ts'

/** To a plan's own view: to rent it, or only to look at it while it can't be bought. */
export function PlanLink({ plan, small = false }: { plan: Plan; small?: boolean }) {
  const isOpen = plan.state === 'active' && !plan.soldOut
  return (
    <a
      className={`btn ${small ? 'btn-sm' : ''} ${isOpen ? 'btn-neutral' : 'text-muted'}`}
      href={linesOf[plan.type].confirm(plan.id)}
    >
      {isOpen ? m('plan.rent') : m('plan.look')}
    </a>
  )
}
