import { expect, test } from 'vitest'
import { createMatcher, needsSession } from '#lib/rules/paths.ts'

/** `/0` redirects to `/1`, and so on to the last. */
const chain = (redirects: number) => [
  ...Array.from({ length: redirects }, (_, at) => ({ path: `/${at}`, redirect: `/${at + 1}` })),
  { path: `/${redirects}` },
]

test('follows seven redirects, and treats more as a mistake', () => {
  expect(createMatcher(chain(7))('/0?a=b')?.href).toBe('/7?a=b')
  expect(() => createMatcher(chain(8))('/0')).toThrow('the redirects of /0 never end')
  expect(() => createMatcher([{ path: '/a', redirect: '/a' }])('/a')).toThrow('the redirects of /a never end')
})

test('a parameter matches one segment of a path, and has a name of any length', () => {
  const match = createMatcher([{ path: '/orders/:orderId/:tab' }])
  expect(match('/orders/a%20b/all')?.params).toEqual({ orderId: 'a b', tab: 'all' })
  expect(match('/orders/a/b/all')).toBeUndefined()
})

test('trailing slashes are not part of a path', () => {
  const match = createMatcher([{ path: '/' }, { path: '/user' }])
  expect([match('/user///')?.path, match('/')?.path]).toEqual(['/user', '/'])
})

test('a route without a query gets none', () => {
  expect(createMatcher([{ path: '/a' }])('/a?b=c')).toEqual({
    route: { path: '/a' },
    path: '/a',
    params: {},
    query: {},
    href: '/a?b=c',
  })
})

test.each([
  ['/user', true],
  ['/user/account', true],
  ['/messages', true],
  ['/users', false],
  ['/zh/user', false],
  ['/', false],
])('%s needs a session: %s', (path, needs) => expect(needsSession(path)).toBe(needs))
