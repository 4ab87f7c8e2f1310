import { type Plan, plansRead } from '../contract/market.ts'
import { formatAmount, formatCount, formatMoney } from '../text/decimal.ts'
import { readPublic } from './public-read.ts'

/** Fills the page's place for plans on sale from its template; the place stays hidden when there are none. */
export async function showPlans(place: HTMLElement): Promise<void> {
  const { list } = await readPublic(plansRead)
  const sample = place.querySelector('template')?.content.firstElementChild
  const target = place.querySelector('ul')
  if (list.length === 0 || !sample || !target) return
  target.replaceChildren(...list.map((plan) => renderPlan(plan, sample, target.dataset)))
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
  return card
}
