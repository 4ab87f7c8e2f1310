import { type Plan, plansRead } from '../contract/market.ts'
import { formatAmount, formatCount, formatMoney } from '../text/decimal.ts'
import { readPublic } from './public-read.ts'

/** Fills a page's place for the plans that are on sale from its template; the place stays hidden where there is none. */
export async function showPlans(place: HTMLElement): Promise<void> {
  const { list } = await readPublic(plansRead)
  const onSale = list.filter(({ state, soldOut }) => state === 'active' && !soldOut)
  const sample = place.querySelector('template')?.content.firstElementChild
  const target = place.querySelector('ul')
  if (onSale.length === 0 || !sample || !target) return
  target.replaceChildren(...onSale.map((plan) => drawn(plan, sample)))
  place.hidden = false
}

function drawn(plan: Plan, sample: Element): Element {
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
  }
  for (const part of card.querySelectorAll<HTMLElement>('[data-of]'))
    part.textContent = texts[part.dataset.of ?? ''] ?? ''
  return card
}
