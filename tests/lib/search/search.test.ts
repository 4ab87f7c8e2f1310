import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSearch, isOneSlip, termsOf } from '#lib/search/search.ts'
import { plainText, type SearchIndex, sectionsOf } from '#lib/search/search-index.ts'

const en: SearchIndex = {
  pages: [
    ['/docs/withdrawals/', 'Withdraw and its limits', 'Docs'],
    ['/docs/devices/', 'Bind a device', 'Docs'],
  ],
  sections: [
    [0, '', '', 'A withdrawal sends one coin to one of your wallets.'],
    [0, 'minimums', 'Minimums', 'More than 3 ALEO at any time.'],
    [
      0,
      'how-long',
      'How long it takes',
      'Credited within 24 hours. A new address makes it wait: such a hold is a delay.',
    ],
    [1, 'the-code', 'The code', 'It works for 60 seconds and for one device.'],
  ],
}
const zh: SearchIndex = {
  pages: [
    ['/zh/docs/withdrawals/', '提现与限额', '文档'],
    ['/zh/docs/devices/', '绑定设备', '文档'],
  ],
  sections: [
    [0, 'minimums', '最低金额', '大于 3 ALEO 随时可以提现。'],
    [0, 'fee', '手续费与实际到账', '网络手续费从提现金额中扣除。'],
    [1, 'the-code', '绑定码', '60 秒内有效，仅可用于一台设备。'],
  ],
}

describe.each([
  ['minimum withdrawal', '/docs/withdrawals/#minimums'],
  ['how long does it take', '/docs/withdrawals/#how-long'],
  ['CODE', '/docs/devices/#the-code'],
  ['withdrawels', '/docs/withdrawals/'],
  ['ａｌｅｏ', '/docs/withdrawals/#minimums'],
])('in English %j', (query, href) => {
  test(`leads to ${href}`, () => expect(createSearch(en)(query)[0]?.href).toBe(href))
})

describe.each([
  ['手续费', '/zh/docs/withdrawals/#fee'],
  ['提现的手续费', '/zh/docs/withdrawals/#fee'],
  ['绑定码', '/zh/docs/devices/#the-code'],
  ['aleo 提现', '/zh/docs/withdrawals/#minimums'],
  ['码', '/zh/docs/devices/#the-code'],
])('in Chinese %j', (query, href) => {
  test(`leads to ${href}`, () => expect(createSearch(zh)(query)[0]?.href).toBe(href))
})

test('finds nothing for missing words, and for an empty query', () => {
  expect(createSearch(en)('zeppelin')).toEqual([])
  expect(createSearch(zh)('飞艇航线')).toEqual([])
  expect(createSearch(en)('  ?! ...')).toEqual([])
})

test('shows the place of a section and marks the words in its text', () => {
  const [hit] = createSearch(en)('hold')
  expect(hit).toMatchObject({ title: 'How long it takes', place: 'Docs · Withdraw and its limits' })
  expect(hit?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['hold'])
})

test('an excerpt is a part of the text, whatever is searched', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,12}$/), (query) => {
      for (const { href, excerpt } of createSearch(en)(query)) {
        const shown = excerpt.map(({ text }) => text).join('')
        const section = en.sections.find(([page, anchor]) => href === `${en.pages[page]?.[0]}${anchor && `#${anchor}`}`)
        expect(section?.[3]).toContain(shown.replace(/^… | …$/g, ''))
      }
    }),
  )
})

test.each([
  ['withdrawals', ['withdraw']],
  ['How do I bind?', ['bind']],
  ['提现手续费', ['提现', '现手', '手续', '续费']],
  ['how', ['how']],
])('takes %j as %j', (query, terms) => expect(termsOf(query)).toEqual(terms))

test.each([
  ['setlement', 'settlement', true],
  ['settelment', 'settlement', true],
  ['settlementt', 'settlement', true],
  ['battlement', 'settlement', false],
])('%j is a typing error of %j: %j', (typed, word, slip) => expect(isOneSlip(typed, word)).toBe(slip))

test('cuts rendered Markdown at its headings', () => {
  const html =
    '<p>One <a href="/x/">link</a> &amp; more</p><h2 id="a"><a href="#a">First</a></h2><ul><li>x</li><li>y</li></ul>'
  expect(sectionsOf(html)).toEqual([
    { anchor: '', heading: '', text: 'One link & more' },
    { anchor: 'a', heading: 'First', text: 'x y' },
  ])
  expect(plainText('<code>a</code>b')).toBe('ab')
  expect(plainText('<figure><img alt="a > b"><figcaption>c</figcaption></figure>d')).toBe('c d')
  expect(plainText('<p>第一句。</p>\n<p>第二句。</p>')).toBe('第一句。第二句。')
})
