import { listPlans } from '#service/market/plans/operator/plans.ts'
import { listReports, showReport } from '#service/messaging/feedback/operator.ts'
import { showPayouts } from '#service/money/withdrawals/operator/payouts.ts'
import { withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import { listInvitations } from '#service/rewards/invitations/operator.ts'
import { audit } from '../operate/audit.ts'
import { check } from '../operate/check.ts'
import { verifyMoney } from '../operate/verify-money.ts'
import { areaPlaces } from './area.ts'
import { areas } from './pages/areas.ts'
import { auditPage } from './pages/audit.ts'
import { checkPage, verifyPage } from './pages/checks.ts'
import { invitationActs, invitationsPage } from './pages/invitations.ts'
import { overviewPage } from './pages/overview.ts'
import { payoutActs, payoutsPage } from './pages/payouts.ts'
import { newPlanActs, planActs, planPage, plansPage } from './pages/plans.ts'
import {
  beginActs,
  depositsPage,
  refundActs,
  refundPage,
  refundsPage,
  unmatchedActs,
  unmatchedPage,
} from './pages/queues.ts'
import { reportActs, reportPage, reportPicture, reportsPage } from './pages/reports.ts'
import { search } from './pages/search.ts'
import { withdrawalActs, withdrawalPage, withdrawalsPage } from './pages/withdrawals.ts'
import { type Place, submitAt } from './places.ts'
import type { Answer, Visit } from './visit.ts'

/** The addresses of the pages that need no word of a subject. */
export const pageAddresses = () => Object.keys(places).filter((address) => !address.includes(':'))

/** Every act that has a form on the page. */
export const pageActs = () => Object.values(places).flatMap(({ acts }) => Object.values(acts?.acts ?? {}))

/** Every act whose result a page shows. */
export const pageViews = () => Object.values(places).flatMap(({ shows }) => shows ?? [])

/** Every address below /operate; a colon stands for any word. */
const places: Readonly<Record<string, Place>> = {
  '': { page: overviewPage },
  '/check': { page: checkPage, shows: [check.acts[0]] },
  '/verify': { page: verifyPage, shows: [verifyMoney.acts[0]] },
  '/audit': { page: auditPage, shows: [audit.acts[0]] },
  ...Object.assign({}, ...areas.map(areaPlaces)),
  '/deposits': { page: depositsPage },
  '/deposits/:': { page: unmatchedPage },
  '/deposits/:/:': { acts: unmatchedActs },
  '/refunds': { page: refundsPage },
  '/refunds/:': { page: refundPage, acts: beginActs },
  '/refunds/:/:': { acts: refundActs },
  '/search': { answer: search },
  '/withdrawals': { page: withdrawalsPage, shows: [withdrawals.acts[0]] },
  '/withdrawals/:': { page: withdrawalPage },
  '/withdrawals/:/:': { acts: withdrawalActs },
  '/reports': { page: reportsPage, shows: [listReports] },
  '/reports/:': { page: reportPage, shows: [showReport] },
  '/reports/:/pictures/:': { picture: reportPicture },
  '/reports/:/:': { acts: reportActs },
  '/plans': { page: plansPage, shows: [listPlans] },
  '/plans/:': { page: planPage, acts: newPlanActs },
  '/plans/:/:': { acts: planActs },
  '/invitations': { page: invitationsPage, shows: [listInvitations] },
  '/invitations/:/:': { acts: invitationActs },
  '/payouts': { page: payoutsPage, shows: [showPayouts] },
  '/payouts/:': { acts: payoutActs },
}

const found = Object.entries(places).map(([address, place]) => ({
  place,
  pattern: new RegExp(`^${address.replaceAll(':', '([^/]{1,400})')}$`),
}))

/** The answer of the page at the visit's address; undefined where there is none. */
export async function answerTo(visit: Visit, isPost: boolean): Promise<Answer | undefined> {
  for (const { place, pattern } of found) {
    const parts = pattern.exec(visit.path)?.slice(1).map(decodeURIComponent)
    if (!parts) continue
    if (isPost) return place.acts && submitAt(place.acts, visit, parts)
    if (place.answer) return place.answer(visit)
    if (place.picture) return place.picture(visit, ...parts)
    const page = await place.page?.(visit, ...parts)
    return page && { page }
  }
  return undefined
}
