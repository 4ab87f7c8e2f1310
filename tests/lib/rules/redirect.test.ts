import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignInPage, safeRedirect } from '#lib/rules/redirect.ts'
import { anyText } from '#world/any-text.ts'

const origin = 'https://idleforge.example'

const hostile = [
  'https://evil.example', 'http://evil.example', 'HTTPS://evil.example', 'https:evil.example', 'https:/evil.example',
  'https:\\\\evil.example', '//evil.example', '///evil.example', '////evil.example', '//evil.example/user', '/\\evil.example',
  '\\/evil.example', '\\\\evil.example', '/\\/evil.example', '/\t/evil.example', '/\n/evil.example', '/\r/evil.example',
  '\t//evil.example', '\n//evil.example', ' //evil.example', ' https://evil.example', '\u0000//evil.example',
  '\u0001https://evil.example', '\u00a0//evil.example', '\ufeff//evil.example', '\u2028//evil.example', '\u2029//evil.example',
  '\u3000//evil.example', '/\u0000/evil.example', '/\u000b/evil.example', '/\u007f/evil.example', '/ /evil.example',
  '/.//evil.example', '/..//evil.example', '/user/..//evil.example', '/./\\evil.example', '/%2e//evil.example',
  '/%2e%2e//evil.example', '/%5cevil.example', '/%5Cevil.example', '/%09/evil.example', '/%0a/evil.example',
  '/%0d%0aLocation: https://evil.example', '/%00//evil.example', '/user%0d%0aSet-Cookie:a=b', '/%20/evil.example',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'javascript://%0aalert(1)', '\tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>', 'vbscript:x', 'file:///etc/passwd', 'blob:https://evil.example/x', 'mailto:a@b.c',
  'tel:1', 'ftp://evil.example', 'about:blank', 'view-source:https://evil.example', 'intent://evil.example#Intent;end',
  'evil.example', 'www.evil.example', '@evil.example', 'user@evil.example', '.evil.example', '..', '../evil', './evil', '?x=1',
  '#x', '', 'null', 'undefined', '%2f%2fevil.example', '%68ttps://evil.example', '/login', '/login/', '/login?redirect=/login',
  '/zh/login', '/zh/login/x', '/register', '/zh/register?inviteCode=X', '/password/', '/login#x', '/user/../login',
  '/%E0%A4%A', `/${'a'.repeat(2048)}`, '/%c0%af%c0%afevil.example',
] // biome-ignore format: a list of addresses reads better in rows

test('G7 has at least 80 hostile addresses', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(80)
})

test.each(hostile)('G7 T9 sends %j to /user', (value) => {
  expect(safeRedirect(value)).toBe('/user')
})

test.each([null, undefined])("G7 sends %s to /user, or to the caller's default", (value) => {
  expect(safeRedirect(value)).toBe('/user')
  expect(safeRedirect(value, '/')).toBe('/')
})

test.each([
  ['/', '/'],
  ['/user', '/user'],
  ['/user/overview-main/machine?page=2#row', '/user/overview-main/machine?page=2#row'],
  ['/zh/', '/zh/'],
  ['/messages', '/messages'],
  ['/user?next=https://evil.example', '/user?next=https://evil.example'],
  ['/user/./account', '/user/account'],
  ['/user/../messages', '/messages'],
  ['/您好', '/%E6%82%A8%E5%A5%BD'],
  ['/login-help', '/login-help'],
  ['/user/login', '/user/login'],
  [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
])('redirects %j to %s', (value, path) => {
  expect(safeRedirect(value)).toBe(path)
})

test.each([
  ['/login', true],
  ['/zh/register/', true],
  ['/user/login', false],
  ['/loginx', false],
])('%s is a sign-in page: %s', (path, is) => expect(isSignInPage(path)).toBe(is))

test('G7 never leaves the origin, whatever the text', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '//',
    'evil.example',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '%5c',
    '%0a',
    '.',
    '..',
    '\t',
    ' ',
    'a',
  )
  const any = fc.oneof(
    fc.string(),
    anyText(),
    fc.webUrl(),
    fc.array(piece).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        any,
        any.map((text) => `/${text}`),
      ),
      (text) => {
        const path = safeRedirect(text)
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, origin).origin).toBe(origin)
        expect(new URL(path, origin).pathname).not.toMatch(/^(\/zh)?\/(login|register|password)(\/|$)/)
        expect(safeRedirect(path)).toBe(path)
      },
    ),
    { numRuns: 5000 },
  )
})
