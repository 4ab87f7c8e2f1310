import { expect, test } from 'vitest'
import { groupRecoveryCode, isLastSignInMethod } from '#lib/rules/sign-in.ts'

test('a recovery code is shown in two groups of five', () =>
  expect(groupRecoveryCode('ABCDE12345')).toBe('ABCDE-12345'))

test.each([
  // password, passkeys, Google, what is taken, whether it was the last
  [true, 1, false, 'passkey', false],
  [true, 1, true, 'passkey', false],
  [false, 2, false, 'passkey', false],
  [false, 1, true, 'passkey', false],
  [false, 1, false, 'passkey', true],
  [true, 0, true, 'google', false],
  [true, 3, true, 'google', false],
  [false, 1, true, 'google', false],
  [false, 0, true, 'google', true],
] as const)(
  'with password %s, %i passkeys and Google %s, the last sign-in method is a %s: %s',
  (hasPassword, passkeys, hasGoogle, taken, last) => {
    expect(isLastSignInMethod({ hasPassword, passkeys, hasGoogle }, taken)).toBe(last)
  },
)
