import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CodeLogin, PasswordLogin, Registration, Reset } from '../../../src/islands/forms/schemas.ts'

const password = 'Idle-Forge-2026'
const filled = { username: 'ada@example.org', verifyCode: '481516', password, confirm: password, terms: 'on' }

test.each([
  ['signing in by code', CodeLogin],
  ['registering', Registration],
  ['a new password', Reset],
])('%s uses the mailed code: an unanswered picture does not block it', (_, schema) => {
  expect(v.safeParse(schema, { ...filled, captcha: '' }).success).toBe(true)
})

test.each([
  "o'brien@example.ie",
  'r&d@example.com',
  'dept/team@example.com',
  'info@münchen.de',
  '用户＠例子。广告',
  ' Ada@Example.org ',
  '\u200bada@exam\u00adple.org\ufeff',
])('accepts %s as an address', (username) =>
  expect(v.safeParse(Registration, { ...filled, username }).success).toBe(true),
)
test.each(['', 'ada', 'ada@example', '"ada"@example.org', 'a b@example.org', 'a..b@example.org', 'a@b@example.org'])(
  'refuses %j as an address',
  (username) =>
    expect(v.safeParse(Registration, { ...filled, username }).issues).toMatchObject([{ message: 'errors.email' }]),
)

test.each([
  ['Registration', Registration],
  ['Reset', Reset],
])('%s takes the repeated password however its letters are composed', (_, schema) => {
  const typed = { ...filled, password: 'Idlé-Forge-2026', confirm: 'Idle\u0301-Forge-2026' }
  expect(v.safeParse(schema, typed).success).toBe(true)
})

test('signing in by password answers the picture', () => {
  expect(v.safeParse(PasswordLogin, { ...filled, captcha: ' ' }).issues).toMatchObject([{ message: 'errors.captcha' }])
  expect(v.safeParse(PasswordLogin, filled).success).toBe(true)
})
