import { expect, test } from 'vitest'
import { minedCoins } from '#lib/money/coins.ts'
import { pages } from './dist.ts'

test.each([
  ['index.html', ['12 Nov', '14 Nov', '16 Nov', '18 Nov', '20 Nov']],
  ['zh/index.html', ['11/12', '11/14', '11/16', '11/18', '11/20']],
])('names days, coins and unit of the chart on %s', (name, days) => {
  const article = pages.find(({ file }) => file === name)?.document.querySelector('#see article')
  const chart = article?.querySelector('svg[role=img]')
  const words = [...(chart?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent?.trim())
  expect(words).toEqual(['0', '30', '60', ...days])
  expect(article?.querySelector('svg[role=img]')?.previousElementSibling?.textContent).toMatch(/≈ USDT$/)
  const legend = [...(article?.querySelectorAll('ul li') ?? [])].map(({ textContent }) => textContent?.trim())
  expect(legend.slice(0, -1)).toEqual(minedCoins)
  // Without one nothing scales the letters down on a phone.
  expect(chart?.hasAttribute('viewBox')).toBe(false)
})
