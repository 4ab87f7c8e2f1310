import { expect, test } from 'vitest'
import { atomFeed } from '#lib/text/content/atom.ts'

const feed = (entries: Parameters<typeof atomFeed>[0]['entries']) =>
  atomFeed({
    site: 'https://a.example/',
    path: '/feed.xml',
    home: '/docs/',
    lang: 'en',
    title: 'News & changes',
    author: 'A',
    entries,
  })

test('lists texts with the day of their change, and the latest of them as its own', () => {
  const text = feed([
    { path: '/docs/keys/', title: 'Keys <all>', summary: 'One & two', day: '2026-11-26' },
    { path: '/faq/wallets/#keys', title: 'Keys?', day: '2026-11-27' },
  ])
  expect(text).toContain('<title>News &amp; changes</title>')
  expect(text).toContain('<title>Keys &lt;all&gt;</title>')
  expect(text).toContain('<summary>One &amp; two</summary>')
  expect(text).toContain('<link href="https://a.example/faq/wallets/#keys"/>')
  expect(text.match(/<updated>.*?<\/updated>/g)).toEqual(
    ['2026-11-27', '2026-11-26', '2026-11-27'].map((day) => `<updated>${day}T00:00:00Z</updated>`),
  )
})

test('a changed date makes another entry of the same page', () => {
  const idOn = (day: string) =>
    /<entry>\n<id>(.*?)<\/id>/.exec(feed([{ path: '/docs/keys/', title: 'Keys', day }]))?.[1]
  expect(idOn('2026-11-26')).toBe('tag:a.example,2026-11-26:/docs/keys/')
  expect(idOn('2026-11-27')).not.toBe(idOn('2026-11-26'))
})
