import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsSession } from '#lib/rules/paths.ts'
import { matchRoute, routes } from '#lib/rules/routes.ts'
import { knownPath } from '#service/site/activity/rules.ts'
import { anyText } from '#world/any-text.ts'

const filled = (path: string) => path.replace(/:\w+/g, 'x1')

test('every route is reached by its own address, and every redirect ends at a route', () => {
  for (const route of routes) {
    const match = matchRoute(filled(route.path))
    expect([route.path, match?.route.redirect]).toEqual([route.path, undefined])
    if (!route.redirect) expect(match?.route).toBe(route)
  }
})

test('no path occurs twice', () => {
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
})

test('T8 a route needs a session exactly when it is below /user or /messages', () => {
  for (const { path, auth } of routes) expect([path, auth]).toEqual([path, needsSession(path)])
})

test.each([
  ['/user', '/user/overview-main/overview'],
  ['/user/', '/user/overview-main/overview'],
  ['/user/overview-main', '/user/overview-main/overview'],
  ['/user/earnings', '/user/earnings/pc-earnings'],
  ['/user/cloud-mining', '/user/cloud-mining/market-home/market'],
  ['/user/balance?x=1', '/user/balance/recharge?x=1'],
  ['/user/gpu#top', '/user/gpu/gpu-list#top'],
])('%s redirects to %s', (from, to) => {
  expect(matchRoute(from)?.href).toBe(to)
})

const lines = [
  ['mining-agent', 'agent-market', 'agent-order', 'agent-watcher'],
  ['cloud-mining', 'market', 'order', 'watcher'],
] as const
const address = (path: string) => matchRoute(path)?.href

test('the screens of the specification that lead to another one', () => {
  for (const [from, to] of [
    ['/user', '/user/overview-main/overview'],
    ['/user/overview-main', '/user/overview-main/overview'],
    ['/user/earnings', '/user/earnings/pc-earnings'],
    ['/user/gpu', '/user/gpu/gpu-list'],
    ['/user/balance', '/user/balance/recharge'],
    ...lines.flatMap(([line, market, order]) => [
      [`/user/${line}`, `/user/${line}/${market}-home/${market}`],
      [`/user/${line}/${market}-home`, `/user/${line}/${market}-home/${market}`],
      [`/user/${line}/${order}-home`, `/user/${line}/${order}-home/${order}s`],
    ]),
  ] as const)
    expect([from, address(from)]).toEqual([from, to])
})

test('the screens of the specification that stand at their own address and need a session', () => {
  for (const path of [
    ...['overview', 'machine', 'download-pc'].map((child) => `/user/overview-main/${child}`),
    ...['pc-earnings', 'cloud-earnings'].map((child) => `/user/earnings/${child}`),
    ...['invitation', 'account', 'user-points'].map((child) => `/user/${child}`),
    ...['gpu-list', 'gpu-detail/x1', 'my-gpu'].map((child) => `/user/gpu/${child}`),
    ...['recharge', 'consumption'].map((child) => `/user/balance/${child}`),
    ...lines.flatMap(([line, market, order, watcher]) => [
      `/user/${line}/${market}-home/${market}`,
      `/user/${line}/${market}-home/${order}-confirm/x1`,
      `/user/${line}/${order}-home/${order}s`,
      `/user/${line}/${order}-home/${order}-detail/x1`,
      `/user/${line}/${watcher}`,
    ]),
    '/messages',
  ])
    expect([path, address(path), matchRoute(path)?.route.auth]).toEqual([path, path, true])
  const query = { coin: 'ALEO', type: '1', from: '2026-03-01', to: '2026-03-10' }
  expect(matchRoute(`/user/earning-detail?${new URLSearchParams(query)}`)?.query).toEqual(query)
})

test('the pages of the specification that anybody opens, with what they take from the query', () => {
  const all = { inviteCode: 'ABCD2345', code: 'c', state: 's' }
  for (const [path, taken] of [
    ...['/', '/pc', '/cloud', '/download', '/points', '/stand-message', '/pc-notice-alert'].map((page) => [page, []]),
    ...['/login', '/password'].map((page) => [page, []]),
    ...['/mobile-signup', '/mobile-signup-success', '/invitation-kol', '/register'].map((page) => [
      page,
      ['inviteCode'],
    ]),
    ...['/auth-success', '/google-auth'].map((page) => [page, ['code', 'state']]),
  ] as [string, (keyof typeof all)[]][]) {
    const match = matchRoute(`${path}?${new URLSearchParams(all)}`)
    expect([path, match?.route.auth, match?.route.page]).toEqual([path, false, true])
    expect([path, match?.query]).toEqual([path, Object.fromEntries(taken.map((name) => [name, all[name]]))])
  }
})

test.each([
  '',
  'user',
  '/users',
  '/user/nothing',
  '/User',
  '//user',
  '/user//account',
  '/user/gpu/gpu-detail/',
  '/x?y',
])('%j is no route', (href) => {
  expect(matchRoute(href)).toBeUndefined()
})

describe('a screen', () => {
  test('gets the parameters of the address, decoded', () => {
    expect(matchRoute('/user/gpu/gpu-detail/a%2Fb')?.params).toEqual({ id: 'a/b' })
    expect(matchRoute('/user/gpu/gpu-detail/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' })
  })

  test("T22 gets only the route's own query, 200 characters at most", () => {
    const query = `coin=ALEO&evil=1&type=${'t'.repeat(300)}&__proto__=x`
    expect(matchRoute(`/user/earning-detail?${query}`)?.query).toEqual({ coin: 'ALEO', type: 't'.repeat(200) })
    expect(matchRoute('/user/account?coin=ALEO')?.query).toEqual({})
  })
})

test('H4 any address is a match or none, and never an error', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const href of [text, `/${text}`, `/user/gpu/gpu-detail/${text}`])
        expect(() => matchRoute(href)).not.toThrow()
    }),
    { numRuns: 2000 },
  )
})

describe('T39 a visit is counted under', () => {
  const known = new Set(['/other', ...routes.flatMap(({ path }) => [path, `/zh${path}`])])

  test.each([
    ['/', '/'],
    ['/zh', '/zh/'],
    ['/zh/', '/zh/'],
    ['/zh/pc', '/zh/pc'],
    ['/user', '/user/overview-main/overview'],
    ['/user/gpu/gpu-detail/17', '/user/gpu/gpu-detail/:id'],
    ['/zhu', '/other'],
    ['/nothing/here', '/other'],
  ])('%s as %s', (path, counted) => {
    expect(knownPath(path)).toBe(counted)
  })

  test('a path of ours or /other, whatever a stranger sends', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\/[A-Za-z0-9/_.~-]*$/), (path) => {
        expect(known).toContain(knownPath(path))
      }),
    )
  })
})
