import { expect, test } from 'vitest'
import { actionErrorText, isGone, readErrorText } from '#app/core/calls/error-text.ts'
import { createLanguage } from '#app/core/texts/i18n.ts'
import { LoginExpiredError, RefusedError, TransportError } from '#lib/api/errors.ts'
import en from '#locales/en/app.json'

const { t } = createLanguage('en', en)

test.each([
  ['a refusal', new RefusedError('4009', 'No.', {}), 'No.', 'No.'],
  [
    'HTTP 500',
    new TransportError('status', 'Internal Server Error', 500),
    'Internal Server Error',
    'Internal Server Error',
  ],
  ['HTTP 502 with a word', new TransportError('status', 'Soon.', 502), 'Soon.', 'Soon.'],
  ['a status without a text', new TransportError('status', '', 500), en.failed.title, en.failed.unanswered],
  ['a refusal without a sentence', new RefusedError('1', '', {}), en.failed.title, en.failed.unanswered],
  ['no answer', new TransportError('offline', 'fetch failed'), en.failed.title, en.failed.unanswered],
  ['a page of somebody else', new TransportError('unexpected', 'not JSON', 200), en.failed.title, en.failed.unanswered],
  ['a login that expired', new LoginExpiredError(), en.failed.title, en.failed.unanswered],
])('shows the known facts about %s', (_, error, read, act) => {
  expect(readErrorText(t, error)).toContain(read)
  expect(actionErrorText(t, error)).toContain(act)
  for (const text of [readErrorText(t, error), actionErrorText(t, error)])
    expect(text).not.toMatch(/\{\{|fetch failed|not JSON/)
})

test.each([
  ['what has gone', new RefusedError('4004', 'Gone.', { reason: 'DEVICE_UNKNOWN' }), true],
  ['a path that an older node lacks', new RefusedError('4004', 'There is nothing at this address.', null), false],
  ['another refusal', new RefusedError('4009', 'No.', { reason: 'STOCK_SHORT' }), false],
])('treats %s as gone or not', (_, error, expected) => {
  expect(isGone(error)).toBe(expected)
})
