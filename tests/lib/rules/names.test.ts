import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText, firstCharacters, isVisible, visibleText } from '#lib/rules/names.ts'

const FAMILY = '👨‍👩‍👧'
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

test.each([
  ['\u202egnp.exe', 'gnp.exe'],
  ['a\u2066b\u2069', 'ab'],
  ['\ufeffPC', 'PC'],
  ['P\u200bC', 'PC'],
  ['P\u00adC', 'PC'],
  ['a\u200db', 'ab'],
  [' PC\u200e ', 'PC'],
  ['\u{e0041}\u{e0042}', ''],
  [FAMILY, FAMILY],
  ['❤️‍🔥', '❤️‍🔥'],
  [ENGLAND, ENGLAND],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['书房电脑', '书房电脑'],
  ['two\nlines', 'two\nlines'],
])('keeps of %j what has a use: %j', (text, kept) => {
  expect(visibleText(text)).toBe(kept)
  expect(visibleText(kept)).toBe(kept)
})

test.each(['', ' ', '\u200b', '\u202e', '\u2800', '\u3164', '\u115f', '\u{e0100}', '\ufe0f', '\u0301', '\u3000'])(
  'sees nothing in %j',
  (text) => expect(isVisible(text)).toBe(false),
)

test.each(['a', '0', '-', '书', '❤️', FAMILY, 'ـ', 'é'])('sees something in %j', (text) =>
  expect(isVisible(text)).toBe(true),
)

test.each([
  ['Office', 48, 'Office'],
  [`${'a'.repeat(47)}😀`, 48, 'a'.repeat(47)],
  [`${'a'.repeat(46)}😀`, 48, `${'a'.repeat(46)}😀`],
  [`ab${FAMILY}`, 6, 'ab'],
  [`${'a'.repeat(47)}e\u0301`, 48, 'a'.repeat(47)],
])('cuts %j at %i units to %j', (text, most, kept) => expect(cutText(text, most)).toBe(kept))

test('never cuts within a character, and loses no more than one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
      const kept = cutText(text, most)
      expect(text.startsWith(kept)).toBe(true)
      expect(kept.length).toBeLessThanOrEqual(most)
      const next = [...new Intl.Segmenter('en').segment(text)].find(({ index }) => index === kept.length)
      if (kept !== text) expect(kept.length + (next?.segment.length ?? 0)).toBeGreaterThan(most)
    }),
  )
})

test('gives the first characters as readers see them', () => {
  expect(firstCharacters(`${FAMILY}机器`, 2)).toBe(`${FAMILY}机`)
  expect(firstCharacters('a', 2)).toBe('a')
})
