import { expect, test } from 'vitest'
import { unhelpfulShare, votedPage } from '#service/site/votes/rules.ts'

const known = new Set(['/docs/wallets/', '/faq/wallets/'])

test.each([
  ['/docs/wallets/', { path: '/docs/wallets/', lang: 'en' }],
  ['/docs/wallets', { path: '/docs/wallets/', lang: 'en' }],
  ['/zh/docs/wallets/', { path: '/docs/wallets/', lang: 'zh' }],
  ['/zh/faq/wallets', { path: '/faq/wallets/', lang: 'zh' }],
])('counts the path %s for its page and language', (path, page) => {
  expect(votedPage(path, known)).toEqual(page)
})

test.each([
  '/',
  '/zh/',
  '/docs/',
  '/docs/nowhere/',
  '/terms/',
  '/zh/zh/docs/wallets/',
  '/docs/wallets/x/',
  '//docs/wallets/',
])('counts nothing for the path %s', (path) => {
  expect(votedPage(path, known)).toBeUndefined()
})

/** Lower bounds of Wilson's interval at 95 %. */
test.each([
  [0, 0, 0],
  [10, 0, 0],
  [0, 1, 0.2065],
  [5, 5, 0.2366],
  [20, 40, 0.5407],
  [0, 100, 0.963],
])('of %i Yes and %i No, a share of %f is surely unhelpful', (yes, no, share) => {
  expect(unhelpfulShare({ yes, no })).toBeCloseTo(share, 3)
})
