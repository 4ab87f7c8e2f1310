/** The band under the home page's picture: what was credited today takes the place of its sentences, if anything was. */
import { readPublic } from '#lib/api/public-read.ts'
import { statusRead } from '#lib/contract/status.ts'
import { coinColor } from '#lib/text/coin-color.ts'
import { formatAmount } from '#lib/text/decimal.ts'

const band = document.querySelector<HTMLElement>('[data-payouts]')

async function show(place: HTMLElement): Promise<void> {
  const { payoutsToday } = await readPublic(statusRead)
  const [heading, sample] = place.querySelector('template')?.content.children ?? []
  if (payoutsToday.length === 0 || !heading || !sample) return
  const items = payoutsToday.map(({ coin, amount }) => {
    const item = sample.cloneNode(true) as HTMLElement
    const [mark, text] = item.children as unknown as [HTMLElement, HTMLElement]
    mark.style.color = coinColor(coin)
    text.textContent = `${formatAmount(amount)} ${coin}`
    return item
  })
  place.replaceChildren(heading, ...items, ...place.querySelectorAll(':scope > a'))
}

// Without the service the sentences stay unchanged.
if (band) show(band).catch(() => undefined)
