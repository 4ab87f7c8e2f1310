import { auditPage } from './pages/audit.ts'
import { decideInvitation, invitationsPage } from './pages/invitations.ts'
import { checkPage, overviewPage, verifyPage } from './pages/overview.ts'
import { payoutsPage, switchPayouts } from './pages/payouts.ts'
import { changePlan, planPage, plansPage } from './pages/plans.ts'
import { answerReport, closeReport, reportPage, reportPicture, reportsPage } from './pages/reports.ts'
import { changeWithdrawal, withdrawalPage, withdrawalsPage } from './pages/withdrawals.ts'
import type { Answer, Page, Visit } from './visit.ts'

interface Place {
  /** What stands at an address, by the parts of it that are no fixed words. */
  page?(visit: Visit, ...parts: string[]): Promise<Page | undefined>
  picture?(visit: Visit, ...parts: string[]): Promise<Answer | undefined>
  act?(visit: Visit, ...parts: string[]): Promise<Answer | undefined>
}

/** Every address below /operate; a colon stands for any word. */
const places: Readonly<Record<string, Place>> = {
  '': { page: overviewPage },
  '/check': { page: checkPage },
  '/verify': { page: verifyPage },
  '/audit': { page: auditPage },
  '/withdrawals': { page: withdrawalsPage },
  '/withdrawals/:': { page: withdrawalPage },
  '/withdrawals/:/:': { act: changeWithdrawal },
  '/reports': { page: reportsPage },
  '/reports/:': { page: reportPage },
  '/reports/:/pictures/:': { picture: reportPicture },
  '/reports/:/answer': { act: answerReport },
  '/reports/:/close': { act: closeReport },
  '/plans': { page: plansPage },
  '/plans/:': { page: planPage },
  '/plans/:/:': { act: changePlan },
  '/invitations': { page: invitationsPage },
  '/invitations/:/:': { act: decideInvitation },
  '/payouts': { page: payoutsPage },
  '/payouts/pause': { act: (visit) => switchPayouts(visit, 'pause') },
  '/payouts/resume': { act: (visit) => switchPayouts(visit, 'resume') },
}

const found = Object.entries(places).map(([address, place]) => ({
  place,
  pattern: new RegExp(`^${address.replaceAll(':', '([^/]{1,80})')}$`),
}))

/** The answer of the page at the visit's address; undefined where there is none. */
export async function answerTo(visit: Visit, isPost: boolean): Promise<Answer | undefined> {
  for (const { place, pattern } of found) {
    const parts = pattern.exec(visit.path)?.slice(1).map(decodeURIComponent)
    if (!parts) continue
    if (isPost) return place.act?.(visit, ...parts)
    if (place.picture) return place.picture(visit, ...parts)
    const page = await place.page?.(visit, ...parts)
    return page && { page }
  }
  return undefined
}
