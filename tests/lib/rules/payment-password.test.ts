import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitRuns, paymentPasswordRefusal } from '#lib/rules/payment-password.ts'

test.each([
  ['481537', undefined],
  ['112233', undefined],
  ['123457', undefined],
  ['111112', undefined],
  ['000001', undefined],
  ['111111', 'PAYMENT_PASSWORD_WEAK'],
  ['000000', 'PAYMENT_PASSWORD_WEAK'],
  ['123456', 'PAYMENT_PASSWORD_WEAK'],
  ['654321', 'PAYMENT_PASSWORD_WEAK'],
  ['789012', 'PAYMENT_PASSWORD_WEAK'],
  ['210987', 'PAYMENT_PASSWORD_WEAK'],
  ['', 'PAYMENT_PASSWORD_FORM'],
  ['12345', 'PAYMENT_PASSWORD_FORM'],
  ['4815370', 'PAYMENT_PASSWORD_FORM'],
  ['48153a', 'PAYMENT_PASSWORD_FORM'],
  [' 48153', 'PAYMENT_PASSWORD_FORM'],
  ['４８１５３７', 'PAYMENT_PASSWORD_FORM'],
])('%j: %s', (text, refusal) => {
  expect(paymentPasswordRefusal(text)).toBe(refusal)
})

test('there are thirty runs of each length, and of six digits nothing else is weak', () => {
  for (let length = 4; length <= 20; length += 1) expect(new Set(digitRuns(length)).size).toBe(30)
  const isRun = (text: string) => {
    const steps = [...text].slice(1).map((digit, index) => (10 + Number(digit) - Number(text[index])) % 10)
    return new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] ?? -1)
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{6}$/), (text) => {
      expect(paymentPasswordRefusal(text)).toBe(isRun(text) ? 'PAYMENT_PASSWORD_WEAK' : undefined)
    }),
    { numRuns: 2000 },
  )
})
