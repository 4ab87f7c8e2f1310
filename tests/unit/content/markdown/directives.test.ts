import { expect, test } from 'vitest'
import { render } from './render.ts'

const plain = (html: string) =>
  html.replace(/<svg.*?<\/svg>/g, (icon) => `<svg${/ aria-label="[^"]*"/.exec(icon)?.[0] ?? ''}>`)

test.each([
  [
    'a note has its kind as its title',
    ':::note\nBody *one*.\n:::',
    '<div class="aside aside-note text" role="note"><p class="aside-title"><svg><span>Note</span></p><p>Body <em>one</em>.</p></div>',
  ],
  [
    'a title of its own leaves the kind to the icon',
    ':::warning[Mind *this*]\nBody.\n:::',
    '<div class="aside aside-warning text" role="note"><p class="aside-title"><svg aria-label="Warning"><span>Mind <em>this</em></span></p><p>Body.</p></div>',
  ],
  [
    'a tip holds lists, code and links',
    ':::tip\n- one\n- [two](/docs/)\n\n```sh\nls\n```\n:::',
    '<div class="aside aside-tip text" role="note"><p class="aside-title"><svg><span>Tip</span></p><ul>\n<li>one</li>\n<li><a href="/docs/">two</a></li>\n</ul><pre><code class="language-sh">ls\n</code></pre></div>',
  ],
  [
    'one inside another takes a colon more outside',
    '::::note\n:::tip\nInner.\n:::\n::::',
    '<div class="aside aside-note text" role="note"><p class="aside-title"><svg><span>Note</span></p><div class="aside aside-tip text" role="note"><p class="aside-title"><svg><span>Tip</span></p><p>Inner.</p></div></div>',
  ],
  [
    'a time of day and a word after a colon stay text',
    'From 04:00 on, see:this and a::b.',
    '<p>From 04:00 on, see:this and a::b.</p>',
  ],
  ['colons in code stay as they are', 'Write `:::note`.', '<p>Write <code>:::note</code>.</p>'],
])('%s', async (_, source, html) => {
  expect(plain(await render(source))).toBe(html)
})

test.each([
  ['note', '注意'],
  ['tip', '提示'],
  ['warning', '警告'],
])('the title of a %s is Chinese in a Chinese text', async (kind, title) => {
  expect(plain(await render(`:::${kind}\n内容。\n:::`, { file: 'guide/zh/start.md' }))).toContain(
    `<svg><span>${title}</span></p><p>内容。</p>`,
  )
})

test('tabs are a group of radio buttons with the headings as their labels', async () => {
  const html = await render(':::tabs\n\n### Windows\n\nOne.\n\n### macOS\n\nTwo.\n\n#### Deeper\n\nThree.\n\n:::')
  expect(html).toBe(
    '<fieldset class="tabs" aria-label="Operating system">' +
      '<input type="radio" name="start-tabs-1" id="start-tabs-1-1" checked>' +
      '<h3 id="windows"><label for="start-tabs-1-1">Windows</label></h3><div class="text"><p>One.</p></div>' +
      '<input type="radio" name="start-tabs-1" id="start-tabs-1-2">' +
      '<h3 id="macos"><label for="start-tabs-1-2">macOS</label></h3>' +
      '<div class="text"><p>Two.</p><h4 id="deeper">Deeper</h4><p>Three.</p></div></fieldset>',
  )
})

test('further tabs of a text have names of their own, and a title in brackets names the group', async () => {
  const tabs = ':::tabs[Shell]\n### A\na\n### B\nb\n:::\n'
  const html = await render(`${tabs}\n${tabs}`)
  expect([...html.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    ...['start-tabs-1', 'start-tabs-1', 'start-tabs-2', 'start-tabs-2'],
  ])
  expect(html).toContain('aria-label="Shell"')
})

test.each([
  ['an unknown name', ':::danger\nx\n:::', 'line 1: there is no :::danger: write one of note, tip, warning or tabs'],
  [
    'a title without brackets',
    '\n:::note Mind\nx\n:::',
    'line 2: :::note has its title without brackets: write :::note[Mind]',
  ],
  [
    'a space before the bracket',
    ':::note [Mind]\nx\n:::',
    'line 1: :::note has its title without brackets: write :::note[Mind]',
  ],
  ['a space before the name', '::: note\nx\n:::', 'line 1: ::: is left in the text'],
  ['no end', ':::tip\nx', 'line 1: :::tip is not closed: write ::: below it'],
  [
    'one in another with as many colons',
    ':::tip\n:::note\nx\n:::\n:::',
    'line 5: ::: is left in the text: write :::note without spaces in a line of its own; what holds',
  ],
  ['tabs without headings', ':::tabs\nx\n:::', 'line 1: :::tabs needs a heading for each tab'],
  ['one tab', ':::tabs\n### A\nx\n:::', 'line 1: :::tabs needs a heading for each tab'],
  ['text before the first tab', ':::tabs\nx\n### A\nx\n### B\nx\n:::', 'line 1: :::tabs needs a heading for each tab'],
  ['two colons', '::tab[Windows]', 'line 1: there is no ::tab'],
  ['a command in a line', 'see:here[x](/docs/)', 'line 1: :here[x] is read as a command'],
])('%s is refused by its line', async (_, source, message) => {
  await expect(render(source)).rejects.toThrow(message)
})

test.each([
  ['legal/en/terms.md', {}],
  ['faq/zh/cloud/amount.md', { types: [1] }],
])('%s, which the service sends as Markdown, has none of them', async (file, frontmatter) => {
  for (const source of [':::note\nx\n:::', ':::tabs\n### A\nx\n### B\nx\n:::', '![A rig](./rig.png)'])
    await expect(render(source, { file, frontmatter })).rejects.toThrow('this text is sent out as plain Markdown too')
})

test('all mistakes of a text are named at once', async () => {
  const wrong = render(':::danger\nx\n:::\n\n![](./a.png)\n\n::tab[x]')
  await expect(wrong).rejects.toMatchObject({ problems: [{ line: 1 }, { line: 5 }, { line: 7 }] })
})
