import {
  follow,
  limitPayouts,
  pausePayouts,
  resumePayouts,
  showPayouts,
} from '#service/money/withdrawals/operator/payouts.ts'
import { actForm, showAct } from '../act-forms.ts'
import { actSection } from '../area.ts'
import { html } from '../html.ts'
import { htmlTable, link } from '../parts.ts'
import type { ActPlace } from '../places.ts'
import type { Page, Visit } from '../visit.ts'

export async function payoutsPage(visit: Visit): Promise<Page> {
  // It asks the nodes what the paying wallets hold.
  await visit.ctx.limits.spend('adminLook', visit.context.operator)
  const { table, data } = await showAct(visit, showPayouts)
  const { paused } = data as { paused: boolean }
  return {
    title: visit.t(paused ? 'payouts.paused' : 'payouts.running'),
    body: html`${htmlTable(visit, table, { name: visit.t('payouts.name'), empty: visit.t('payouts.empty') })}
<section>${paused ? actForm(visit, resumePayouts, { to: '/payouts/resume' }) : actForm(visit, pausePayouts, { to: '/payouts/pause' })}</section>
${actSection(visit, { actName: 'limit', act: limitPayouts, to: '/payouts/limit', except: [] })}
${actSection(visit, { actName: 'follow', act: follow, to: '/payouts/follow', except: [] })}
<p>${link('/withdrawals', visit.t('withdrawals.all'))}</p>`,
  }
}

export const payoutActs: ActPlace = {
  acts: { pause: pausePayouts, resume: resumePayouts, limit: limitPayouts, follow },
  to: () => '/payouts',
  page: payoutsPage,
}
