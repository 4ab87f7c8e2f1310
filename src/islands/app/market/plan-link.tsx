import type { Plan } from '#lib/contract/market.ts'
import { linesOf } from './line.ts'
import { m } from './texts.ts'

/** Link to a plan's page: to rent it, or to view it while it is not on sale. */
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
