import { expect, test } from 'vitest'
import { isolated } from '#lib/text/isolate.ts'

test.each(['Office PC', '书房电脑', '12.5', 'a@b.example', '😀'])('leaves %j as it is', (text) =>
  expect(isolated(text)).toBe(text),
)

test.each(['מחשב', 'حاسوب', 'PC \u202etac', 'ߊߊ', '\u{10a00}'])('sets %j apart', (text) =>
  expect(isolated(text)).toBe(`\u2068${text}\u2069`),
)
