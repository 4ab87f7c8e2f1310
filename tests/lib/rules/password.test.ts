import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPassword, passwordRules, satisfiesRule } from '#lib/rules/password.ts'

const broken = (text: string) => passwordRules.filter((rule) => !satisfiesRule(rule, text))

test.each([
  ['Abcdef1!', []],
  ['Abcdefghijklmnopq1!x', []],
  ['Abcde1!', ['length']],
  ['Abcdefghijklmnopqr1!x', ['length']],
  ['ABCDEF1!', ['lower']],
  ['abcdef1!', ['upper']],
  ['Abcdefg!', ['digit']],
  ['Abcdefg1', ['special']],
  [' Abcdef1!', ['ends']],
  ['Abcdef1! ', ['ends']],
  ['Abcdef1!\u3000', ['ends']],
  ['Abc def1!', []],
  ['Abc def12', ['special']],
  ['Abcdef1密', []],
  ['ÀBCDéf12', []],
  ['ABCDE\u0301F1!', ['lower']],
  ['ABCDe\u0301F1!', ['lower']],
  ['Abcde\u0301f1', ['length']],
  ['', ['length', 'lower', 'upper', 'digit', 'special', 'ends']],
])('%j breaks %j', (text, rules) => {
  expect(broken(text)).toEqual(rules)
  expect(isPassword(text)).toBe(rules.length === 0)
})

test.each([...'$!@%&*()-_=+[]{};:,.<>/?|~`^#"\'\\'])('the sign %s is a special character', (sign) => {
  expect(isPassword(`Abcdef1${sign}`)).toBe(true)
})

test('a text is a password exactly when it satisfies every rule', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: 'grapheme' }), (text) => {
      expect(isPassword(text)).toBe(broken(text).length === 0)
    }),
    { numRuns: 1000 },
  )
})
