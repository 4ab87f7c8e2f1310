import { expect, test } from 'vitest'
import { isolateBidi } from '#lib/text/isolate.ts'

test.each(['Office PC', '书房电脑', '12.5', 'a@b.example', '😀'])('leaves %j as it is', (text) =>
  expect(isolateBidi(text)).toBe(text),
)

test.each(['מחשב', 'حاسوب', 'PC \u202etac', 'ߊߊ', '\u{10a00}'])('isolates %j', (text) =>
  expect(isolateBidi(text)).toBe(`\u2068${text}\u2069`),
)
