import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, firstCharacters } from '#lib/text/characters.ts'

const FAMILY = '👨‍👩‍👧'

test.each([
  ['Office', 48, 'Office'],
  [`${'a'.repeat(47)}😀`, 48, 'a'.repeat(47)],
  [`${'a'.repeat(46)}😀`, 48, `${'a'.repeat(46)}😀`],
  [`ab${FAMILY}`, 6, 'ab'],
  [`${'a'.repeat(47)}e\u0301`, 48, 'a'.repeat(47)],
])('cuts %j at %i units to %j', (text, max, cut) => expect(cutText(text, max)).toBe(cut))

test('never cuts within a character, and loses no more than one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
      const cut = cutText(text, max)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(max)
      const next = [...new Intl.Segmenter('en').segment(text)].find(({ index }) => index === cut.length)
      if (cut !== text) expect(cut.length + (next?.segment.length ?? 0)).toBeGreaterThan(max)
    }),
  )
})

test('gives the first characters as readers see them', () => {
  expect(firstCharacters(`${FAMILY}机器`, 2)).toBe(`${FAMILY}机`)
  expect(firstCharacters('a', 2)).toBe('a')
})
