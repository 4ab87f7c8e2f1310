import { payouts } from '#service/money/withdrawals/operator/payouts.ts'
import { act, look } from '../act-forms.ts'
import { html } from '../html.ts'
import { form, htmlTable, link } from '../parts.ts'
import type { Answer, Page, Visit } from '../visit.ts'

export async function payoutsPage(visit: Visit): Promise<Page> {
  // It asks the nodes what the paying wallets hold.
  await visit.ctx.limits.spend('adminLook', visit.context.operator)
  const { table, data } = await look(visit, payouts)
  const { paused } = data as { paused: boolean }
  const [way, does] = paused ? (['resume', 'Resume payouts'] as const) : (['pause', 'Pause payouts'] as const)
  return {
    title: paused ? 'Payouts are paused' : 'Payouts are running',
    body: html`${htmlTable(table, { name: 'What has left, and what may', empty: 'Nothing is set.' })}
<section>${form(visit, { to: `/payouts/${way}`, does })}</section>
<p>${link('/withdrawals', 'All withdrawals')}</p>`,
  }
}

export const switchPayouts = (visit: Visit, way: 'pause' | 'resume'): Promise<Answer | undefined> =>
  act(visit, { command: payouts, options: { [way]: true }, to: '/payouts', page: () => payoutsPage(visit) })
