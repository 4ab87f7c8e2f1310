import { expect, test } from 'vitest'
import { type Block, type Inline, markdownProblems, parseMarkdown, safeHref } from '#lib/text/markdown.ts'
import { payloads } from '#world/payloads.ts'

const text = (value: string): Inline => ({ kind: 'text', text: value })

test('reads headings, lists, quotes, code and links', () => {
  expect(
    parseMarkdown('# Upgrade\n\n1. **Stop**\n2. `start`\n\n> *soon*\n\n[status](https://example.test/a)\n\n---'),
  ).toEqual([
    { kind: 'heading', children: [text('Upgrade')] },
    {
      kind: 'list',
      ordered: true,
      start: 1,
      items: [
        [{ kind: 'paragraph', children: [{ kind: 'strong', children: [text('Stop')] }] }],
        [{ kind: 'paragraph', children: [{ kind: 'code', text: 'start' }] }],
      ],
    },
    { kind: 'quote', children: [{ kind: 'paragraph', children: [{ kind: 'emphasis', children: [text('soon')] }] }] },
    { kind: 'paragraph', children: [{ kind: 'link', href: 'https://example.test/a', children: [text('status')] }] },
    { kind: 'rule' },
  ])
})

test('follows a reference, and breaks a line where requested', () => {
  const source = 'See [the page][1] and\\\nbe calm.\n\n[1]: https://example.test/page'
  const link: Inline = { kind: 'link', href: 'https://example.test/page', children: [text('the page')] }
  expect(parseMarkdown(source)).toEqual([
    { kind: 'paragraph', children: [text('See '), link, text(' and'), { kind: 'break' }, text('be calm.')] },
  ])
  expect(markdownProblems(source)).toEqual([])
})

test.each([
  ['https://example.test', 'https://example.test/'],
  ['https://example.test/a?b=c#d', 'https://example.test/a?b=c#d'],
  ['http://example.test', undefined],
  ['//example.test', undefined],
  ['/user/account', undefined],
  ['javascript:alert(1)', undefined],
  [' https://example.test', undefined],
  ['https://', undefined],
  ['https://you@example.test', undefined],
  ['https://a:b@example.test', undefined],
  ['', undefined],
])('the address %j gives the link %j', (address, href) => {
  expect(safeHref(address)).toBe(href)
})

const linksOf = (nodes: readonly (Block | Inline)[]): string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'link') return [node.href, ...linksOf(node.children)]
    if (node.kind === 'list') return node.items.flatMap(linksOf)
    return 'children' in node ? linksOf(node.children) : []
  })

test('C3 200 payloads become text, and links only to https', () => {
  expect(new Set(payloads).size).toBe(200)
  for (const payload of payloads) {
    const links = linksOf(parseMarkdown(payload))
    for (const link of links) expect([payload, new URL(link).protocol]).toEqual([payload, 'https:'])
  }
})

test('unsupported constructs are reported to the author', () => {
  expect(markdownProblems('a <b>bold</b> word')).toEqual(['html'])
  expect(markdownProblems('<div>block</div>')).toEqual(['html'])
  expect(markdownProblems('![a](https://example.test/a.png)')).toEqual(['image'])
  expect(markdownProblems('[a](http://example.test)')).toEqual(['link'])
  expect(markdownProblems('1 < 2, a & b')).toEqual([])
})

test('endlessly nested text is shown as source', () => {
  for (const deep of ['>'.repeat(10_000), '- '.repeat(5000), '*'.repeat(9000), '['.repeat(9000), '**a '.repeat(2000)])
    expect(JSON.stringify(parseMarkdown(`${deep}end`))).toContain('end')
})
