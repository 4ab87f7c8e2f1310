import fc from 'fast-check'
import { expect, test } from 'vitest'
import { browserName } from '#lib/text/browser-name.ts'
import { maskEmail } from '#lib/text/mask-email.ts'
import { groupOfFour, shorten } from '#lib/text/shorten.ts'
import { anyText } from '#world/any-text.ts'

test.each([
  ['', ''],
  ['1234567890', '1234567890'],
  ['12345678901', '1234567…8901'],
  ['aleo1qnr4dkkvkgfqph0vzc3y6z2eu975wnpz2925ntjccd5cfqxtyu8s7pyjh9', 'aleo1qn…yjh9'],
])('shortens %j to %j', (text, expected) => {
  expect(shorten(text)).toBe(expected)
})

test('shortens to 12 characters and keeps both ends', () => {
  fc.assert(
    fc.property(anyText({ minLength: 11 }), (text) => {
      const characters = Array.from(shorten(text))
      expect(characters).toHaveLength(12)
      expect(text.startsWith(characters.slice(0, 7).join(''))).toBe(true)
      expect(text.endsWith(characters.slice(-4).join(''))).toBe(true)
    }),
  )
})

test.each([
  ['0x1234567890', '0x12 3456 7890'],
  ['abcde', 'abcd e'],
  ['', ''],
])('groups %j as %j', (text, expected) => {
  expect(groupOfFour(text)).toBe(expected)
})

test('keeps every character of a grouped address', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]*$/), (text) => {
      expect(groupOfFour(text).replaceAll(' ', '')).toBe(text)
    }),
  )
})

test.each([
  ['marek.novak@fastmail.com', 'ma****ak@fastmail.com'],
  ['abcde@x.org', 'ab****de@x.org'],
  ['abcd@x.org', 'abcd@x.org'],
  ['a@x.org', 'a@x.org'],
  ['"odd@local"@x.org', '"o****l"@x.org'],
])('masks %s as %s', (email, expected) => {
  expect(maskEmail(email)).toBe(expected)
})

test('shows at most 4 characters of a longer local part', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9.]{5,40}$/), (local) => {
      expect(maskEmail(`${local}@x.org`)).toBe(`${local.slice(0, 2)}****${local.slice(-2)}@x.org`)
    }),
  )
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
test.each([
  [chrome, 'Chrome'],
  [`${chrome} Edg/142.0.0.0`, 'Edge'],
  [`${chrome} OPR/124.0.0.0`, 'Opera'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    'Safari',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
  ],
  ['curl/8.0', 'Unknown Web'],
  ['', 'Unknown Web'],
])('names the browser of %j %s', (userAgent, expected) => {
  expect(browserName(userAgent)).toBe(expected)
})
