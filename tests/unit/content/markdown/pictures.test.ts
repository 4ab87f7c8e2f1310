import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { svgProblem } from '../../../../src/content/markdown/svg.ts'
import { contentWith, render } from './render.ts'

const picturesIn = (html: string) =>
  [...html.matchAll(/data-(?:picture|night)="[^"]*?((?:docs|faq)\/[^"]*)"/g)].map(([, file]) => file)

test('a picture is a figure with its caption, and knows its line', async () => {
  const root = await contentWith(['docs/en/rig.png'])
  const html = await render('Text.\n\n![A "rig"](./rig.png "The miner\'s rig")', { root })
  expect(html.replace(/data-picture="[^"]*"/, 'data-picture')).toBe(
    '<p>Text.</p>\n<figure class="picture"><img data-picture data-line="3" alt="A “rig”"><figcaption>The miner’s rig</figcaption></figure>',
  )
})

test.each([
  ['beside the text', 'docs/en/a.md', './rig.png', ['docs/en/rig.png'], ['docs/en/rig.png']],
  ['without a dot', 'docs/en/a.md', 'rig.png', ['docs/en/rig.png'], ['docs/en/rig.png']],
  ['in a folder', 'docs/en/a.md', './rigs/one.jpg', ['docs/en/rigs/one.jpg'], ['docs/en/rigs/one.jpg']],
  ['in the folder above', 'faq/en/start/a.md', '../one.webp', ['faq/en/one.webp'], ['faq/en/one.webp']],
  ['with a name of two words', 'docs/en/a.md', '<./my rig.png>', ['docs/en/my rig.png'], ['docs/en/my rig.png']],
  ['beside the English text', 'docs/zh/a.md', './rig.png', ['docs/en/rig.png'], ['docs/en/rig.png']],
  [
    'beside the Chinese text first',
    'docs/zh/a.md',
    './rig.png',
    ['docs/en/rig.png', 'docs/en/rig.dark.png', 'docs/zh/rig.png'],
    ['docs/zh/rig.png'],
  ],
  [
    'with a variant for the night',
    'docs/zh/a.md',
    './rig.png',
    ['docs/en/rig.png', 'docs/en/rig.dark.png'],
    ['docs/en/rig.png', 'docs/en/rig.dark.png'],
  ],
])('finds a picture %s', async (_, file, address, files, found) => {
  const root = await contentWith(files)
  expect(picturesIn(await render(`![A rig](${address})`, { file, root }))).toEqual(found)
})

test.each([
  ['of another site', '![A rig](https://example.com/rig.png)', 'is on another site: save it beside the text'],
  ['of another site, in short', '![A rig](//example.com/rig.png)', 'is on another site'],
  ['as data', '![A rig](data:image/png;base64,AA)', 'is on another site'],
  ['by its place on the site', '![A rig](/rig.png)', 'is no file beside the text'],
  ['of another kind', '![A rig](./rig.gif)', 'is none of .png, .jpg, .jpeg, .webp, .avif, .svg'],
  [
    'that does not exist',
    '![A rig](./none.png)',
    'the picture ./none.png does not exist beside the text: save it there',
  ],
  ['in other letters', '![A rig](./RIG.png)', 'is named rig.png: write the name with the same letters'],
  ['for the night', '![A rig](./rig.dark.png)', 'write ./rig.png, and both are shown'],
  ['outside of the language', '![A rig](../../guide/en/rig.png)', 'lies in another folder'],
  ['without a text', '![](./rig.png)', '![](./rig.png) has no text in its brackets'],
  ['with an empty text', '![ ](./rig.png)', 'has no text in its brackets'],
  ['in a line of text', 'See ![A rig](./rig.png) here.', 'stands in a line of text: put empty lines around it'],
  ['in a link', '[![A rig](./rig.png)](/docs/)', 'stands in a line of text'],
  ['in a table', '| a |\n| --- |\n| ![A rig](./rig.png) |', 'stands in a line of text'],
  ['by reference', '![A rig][one]\n\n[one]: ./rig.png', "write the picture's name in its place"],
  ['as HTML', '<img src="./rig.png">', 'write pictures as ![text](./name.png)'],
  ['in another size by night', '![A rig](./wide.png)', 'has 8 × 4 pixels, and wide.dark.png 9 × 4'],
  ['that is damaged', '![A rig](./damaged.png)', 'cannot be read as a picture'],
  [
    'of many bytes',
    '![A rig](./large.svg)',
    '(large.svg) has 2.1 MB, more than 2: export it in a width of 1,100 pixels, photos as .jpg',
  ],
  ['with a script', '![A rig](./script.svg)', 'contains a script'],
])('refuses a picture %s', async (_, source, message) => {
  const names = ['docs/en/rig.png', 'docs/en/rig.dark.png', 'docs/en/wide.png', 'docs/en/wide.dark.png']
  const root = await contentWith(names, { 'docs/en/wide.dark.png': 9 })
  writeFileSync(path.join(root, 'docs/en/damaged.png'), 'no picture')
  writeFileSync(path.join(root, 'docs/en/script.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  writeFileSync(path.join(root, 'docs/en/large.svg'), `<svg><!--${'-'.repeat(2_100_000)}--></svg>`)
  await expect(render(source, { root })).rejects.toThrow(message)
})

test('an SVG is read for its size', async () => {
  const root = await contentWith([])
  mkdirSync(path.join(root, 'docs/en'), { recursive: true })
  writeFileSync(path.join(root, 'docs/en/a.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>')
  expect(picturesIn(await render('![A line](./a.svg)', { root }))).toEqual(['docs/en/a.svg'])
})

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`

test.each([
  ['<path d="M0 0h9"/>', undefined],
  ['<use href="#a"/><rect fill="url(#b)"/><style>a{fill:url("#b")}</style>', undefined],
  ['<image href="data:image/png;base64,AA"/>', undefined],
  ['<script>alert(1)</script>', 'contains a script'],
  ['<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>', 'contains a script'],
  ['<rect onclick="alert(1)"/>', 'contains a script'],
  ['<rect\nonload = "alert(1)"/>', 'contains a script'],
  ['<foreignObject><p/></foreignObject>', 'contains a script'],
  ['<a href="javascript:alert(1)"/>', 'contains a script'],
  ['<set attributeName="href" to="x"/>', 'contains a script'],
  ['<a xlink:href="&#106;avascript:alert(1)"/>', 'loads another file'],
  ['<image href="https://example.com/a.png"/>', 'loads another file'],
  ["<image href='a.png'/>", 'loads another file'],
  ['<use href="b.svg#a"/>', 'loads another file'],
  ['<image href="data:image/svg+xml,<svg/>"/>', 'loads another file'],
  ['<rect fill="url(https://example.com/a)"/>', 'loads another file'],
  ['<style>@import "a.css"</style>', 'loads another file'],
])('judges the SVG %s', (content, problem) => {
  if (problem) expect(svgProblem(svg(content))).toContain(problem)
  else expect(svgProblem(svg(content))).toBeUndefined()
})
