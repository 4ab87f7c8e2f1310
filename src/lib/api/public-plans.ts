import { type Plan, plansRead } from '../contract/market.ts'
import { formatAmount, formatCount, formatMoney } from '../text/decimal.ts'
import { readPublic } from './public-read.ts'

/** The screens of the app that confirm a purchase (SPEC-2.94). */
const confirmPaths = {
  1: '/user/cloud-mining/market-home/order-confirm/',
  2: '/user/mining-agent/agent-market-home/agent-order-confirm/',
} as const

/** Classes of the mark beside a state: in progress, on, off. */
const marks = { preparing: 'text-info mark-half', active: 'text-success', off: 'text-muted mark-off' } as const

/** Plans that can be bought come first, then those that will be. */
const ranks = { active: 0, preparing: 1, off: 2 } as const

const saleOf = ({ soldOut, state }: Plan): keyof typeof ranks => (soldOut || state === 'paused' ? 'off' : state)

/** Fills the page's place for plans on sale from its template; the place stays hidden when there are none. */
export async function showPlans(place: HTMLElement): Promise<void> {
  const { list } = await readPublic(plansRead)
  const sample = place.querySelector('template')?.content.firstElementChild
  const target = place.querySelector('ul')
  if (list.length === 0 || !sample || !target) return
  const sorted = list.toSorted((one, other) => ranks[saleOf(one)] - ranks[saleOf(other)])
  target.replaceChildren(...sorted.map((plan) => renderPlan(plan, sample, target.dataset)))
  place.hidden = false
}

/** The texts of the states are data attributes of the place. */
function renderPlan(plan: Plan, sample: Element, words: DOMStringMap): Element {
  const card = sample.cloneNode(true) as Element
  const texts: Readonly<Record<string, string>> = {
    title: `${plan.currencyCode} ${document.documentElement.lang.startsWith('zh') ? plan.titleZh : plan.title}`,
    hashrate: plan.hashrate,
    unit: plan.unit,
    days: String(plan.days),
    output: `${formatAmount(plan.estimatedOutput)} ${plan.currencyCode}`,
    perDay: `${formatAmount(plan.dailyOutput)} ${plan.currencyCode}`,
    left: formatCount(plan.remaining),
    price: formatMoney(plan.price),
    unitDay: `${formatAmount(plan.pricePerUnitDay)} USDT / ${plan.unit}`,
    state: words[plan.soldOut ? 'soldOut' : plan.state] ?? '',
  }
  for (const part of card.querySelectorAll<HTMLElement>('[data-of]'))
    part.textContent = texts[part.dataset.of ?? ''] ?? ''
  const sale = saleOf(plan)
  card.querySelector('.mark')?.classList.add(...marks[sale].split(' '))
  const link = card.querySelector('a')
  if (sale === 'active') link?.setAttribute('href', confirmPaths[plan.type] + plan.id)
  else link?.remove()
  if (sale === 'off') card.classList.add('text-muted')
  return card
}
