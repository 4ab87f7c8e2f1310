import { expect, test } from 'vitest'
import { pictureFormat, REPLY_OPEN_MS, reportState } from '#lib/rules/feedback.ts'

const AT = Date.UTC(2026, 2, 10)

test.each([
  ['no answer yet', { closedAt: null, lastBy: 'user', lastAt: AT }, AT + 100 * REPLY_OPEN_MS, 'Submitted'],
  ['answered', { closedAt: null, lastBy: 'operator', lastAt: AT }, AT, 'Replied'],
  ['answered for nearly 7 days', { closedAt: null, lastBy: 'operator', lastAt: AT }, AT + REPLY_OPEN_MS - 1, 'Replied'],
  ['answered 7 days ago', { closedAt: null, lastBy: 'operator', lastAt: AT }, AT + REPLY_OPEN_MS, 'Closed'],
  ['closed by an operator', { closedAt: AT, lastBy: 'operator', lastAt: AT }, AT, 'Closed'],
  ['closed without an answer', { closedAt: AT, lastBy: 'user', lastAt: AT }, AT, 'Closed'],
] as const)('a report with %s is in the expected state', (_, facts, now, state) => {
  expect(reportState(facts, now)).toBe(state)
})

test.each([
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]],
  ['jpeg', [0xff, 0xd8, 0xff, 0xe0]],
  ['webp', [...Buffer.from('RIFF1234WEBPVP8 ')]],
  [undefined, [...Buffer.from('RIFF1234WAVE')]],
  [undefined, [...Buffer.from('LIST1234WEBP')]],
  [undefined, [0xff, 0xd8, 0, 0xe0]],
  [undefined, [...Buffer.from('<svg/>')]],
  [undefined, [...Buffer.from('GIF89a')]],
  [undefined, [0x89, 0x50, 0x4e]],
  [undefined, []],
])('detects a picture as %s by its first bytes', (format, bytes) => {
  expect(pictureFormat(new Uint8Array(bytes))).toBe(format)
})
