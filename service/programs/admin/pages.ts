import { auditPage } from './pages/audit.ts'
import { checkPage, verifyPage } from './pages/checks.ts'
import { invitationActs, invitationsPage } from './pages/invitations.ts'
import { overviewPage } from './pages/overview.ts'
import { payoutActs, payoutsPage } from './pages/payouts.ts'
import { planActs, planPage, plansPage } from './pages/plans.ts'
import { ambassadorsPage, depositsPage, offersPage, proofsPage, refundsPage } from './pages/queues.ts'
import { reportActs, reportPage, reportPicture, reportsPage } from './pages/reports.ts'
import { search } from './pages/search.ts'
import { withdrawalActs, withdrawalPage, withdrawalsPage } from './pages/withdrawals.ts'
import { type ActPlace, submitAt } from './places.ts'
import type { Answer, Page, Visit } from './visit.ts'

interface Place {
  /** The page at an address; the parts are the variable words of the address. */
  page?(visit: Visit, ...parts: string[]): Promise<Page | undefined>
  /** Any other answer. */
  answer?(visit: Visit): Promise<Answer | undefined>
  picture?(visit: Visit, ...parts: string[]): Promise<Answer | undefined>
  acts?: ActPlace
}

/** The addresses of the pages that need no word of a subject. */
export const pageAddresses = () => Object.keys(places).filter((address) => !address.includes(':'))

/** Every act that has a form on the page. */
export const pageActs = () => Object.values(places).flatMap(({ acts }) => Object.values(acts?.acts ?? {}))

/** Every address below /operate; a colon stands for any word. */
const places: Readonly<Record<string, Place>> = {
  '': { page: overviewPage },
  '/check': { page: checkPage },
  '/verify': { page: verifyPage },
  '/audit': { page: auditPage },
  '/proofs': { page: proofsPage },
  '/offers': { page: offersPage },
  '/ambassadors': { page: ambassadorsPage },
  '/deposits': { page: depositsPage },
  '/refunds': { page: refundsPage },
  '/search': { answer: search },
  '/withdrawals': { page: withdrawalsPage },
  '/withdrawals/:': { page: withdrawalPage },
  '/withdrawals/:/:': { acts: withdrawalActs },
  '/reports': { page: reportsPage },
  '/reports/:': { page: reportPage },
  '/reports/:/pictures/:': { picture: reportPicture },
  '/reports/:/:': { acts: reportActs },
  '/plans': { page: plansPage },
  '/plans/:': { page: planPage },
  '/plans/:/:': { acts: planActs },
  '/invitations': { page: invitationsPage },
  '/invitations/:/:': { acts: invitationActs },
  '/payouts': { page: payoutsPage },
  '/payouts/:': { acts: payoutActs },
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
    if (isPost) return place.acts && submitAt(place.acts, visit, parts)
    if (place.answer) return place.answer(visit)
    if (place.picture) return place.picture(visit, ...parts)
    const page = await place.page?.(visit, ...parts)
    return page && { page }
  }
  return undefined
}
