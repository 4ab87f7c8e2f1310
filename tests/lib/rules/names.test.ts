import { expect, test } from 'vitest'
import { isVisible, nameOf, visibleText } from '#lib/rules/names.ts'

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
  [`Z${'\u0334\u0301'.repeat(10)}o`, 'Z\u0334\u0301\u0334\u0301o'],
  [`Z${'\u200b\u0301'.repeat(20)}`, `Z${'\u0301'.repeat(4)}`],
  [`Z${'\u20dd'.repeat(20)}`, `Z${'\u20dd'.repeat(4)}`],
  [`ক${'\u09be\u0981'.repeat(20)}`, `ক${'\u09be\u0981'.repeat(4)}${'\u09be'.repeat(16)}`],
  ['Nguyễn Thị Hậu'.normalize('NFD'), 'Nguyễn Thị Hậu'.normalize('NFD')],
  ['น้ำผึ้ง ที่นี่', 'น้ำผึ้ง ที่นี่'],
  ['בְּרֵאשִׁ֖ית', 'בְּרֵאשִׁ֖ית'],
  ['مُحَمَّدٌ', 'مُحَمَّدٌ'],
  ['བསྒྲུབས་ཧཱུྃ', 'བསྒྲུབས་ཧཱུྃ'],
  ['ကျွန်ုပ်မြို့', 'ကျွန်ုပ်မြို့'],
  ['1️⃣', '1️⃣'],
])('the visible part of %j is %j', (text, visible) => {
  expect(visibleText(text)).toBe(visible)
  expect(visibleText(visible)).toBe(visible)
})

test.each(['', ' ', '\u200b', '\u202e', '\u2800', '\u3164', '\u115f', '\u{e0100}', '\ufe0f', '\u0301', '\u3000'])(
  '%j has nothing visible',
  (text) => expect(isVisible(text)).toBe(false),
)

test.each([
  ['Ada\u0007 Lovelace\n', 'Ada Lovelace'],
  ['A\ud800da', 'Ada'],
  ['\u200b', undefined],
  [undefined, undefined],
  ['x'.repeat(49), 'x'.repeat(48)],
])('%j from another program gives the name %j', (text, name) => expect(nameOf(text)).toBe(name))

test.each(['a', '0', '-', '书', '❤️', FAMILY, 'ـ', 'é'])('%j has something visible', (text) =>
  expect(isVisible(text)).toBe(true),
)
