import { expect, test } from 'vitest'
import { oversized, withoutMarks } from '../../../../scripts/picture-sizes.mjs'

const marked =
  '<p data-at="kept"></p><figure><picture class="by-day"><source srcset="/_astro/a.webp 400w, /_astro/b.webp 800w">' +
  '<img src="/_astro/a.png" data-at="src/content/docs/en/a.md:7"></picture></figure>'

test('names the text of a picture that is served in too many bytes', () => {
  const bytes: Record<string, number> = {
    '/_astro/a.webp': 204_800,
    '/_astro/b.webp': 204_801,
    '/_astro/a.png': 300_000,
  }
  const problems = oversized(marked, (file) => bytes[file] ?? 0)
  expect(problems).toEqual([
    expect.stringMatching(/^src\/content\/docs\/en\/a\.md:7 {2}.*\/_astro\/b\.webp with 201 KB, more than 200 KB/),
    expect.stringMatching(/^src\/content\/docs\/en\/a\.md:7 {2}.*\/_astro\/a\.png with 293 KB/),
  ])
})

test('takes the mark from pictures alone', () => {
  expect(withoutMarks(marked)).toBe(marked.replace(/ data-at="src[^"]*"/, ''))
})
