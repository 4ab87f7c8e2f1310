import { describe, expect, test } from 'vitest'
import { screenNames } from '#app/screens.ts'
import { navGroups } from '#app/shell/nav.ts'
import { matchRoute, needsSession, routes } from '#lib/rules/routes.ts'
import en from '#locales/en/app.json'

/** An address that a row of the table matches, with something in the place of each parameter. */
const addressOf = (path: string) => path.replace(/:\w+/g, 'x-7')

describe.each(routes.map((route) => [route.path, route] as const))('%s', (path, route) => {
  const match = matchRoute(`${addressOf(path)}?redirect=%2Fa&inviteCode=AB12&noise=1`)

  test('leads somewhere, and its redirects end', () => {
    expect(match).toBeDefined()
    expect(match?.route.redirect).toBeUndefined()
    if (!route.redirect) expect(match?.route).toBe(route)
  })

  test('passes its parameters, and only the query it asks for', () => {
    const names = [...(match?.route.path.matchAll(/:(\w+)/g) ?? [])].map(([, name]) => name)
    expect(Object.keys(match?.params ?? {})).toEqual(names)
    for (const value of Object.values(match?.params ?? {})) expect(value).toBe('x-7')
    for (const name of Object.keys(match?.query ?? {})) expect(match?.route.query).toContain(name)
    expect(match?.query).not.toHaveProperty('noise')
  })

  test('is guarded when it belongs to somebody', () => {
    expect(route.auth).toBe(needsSession(path))
  })

  test('has a screen and a title, or leads to the not-found page and stays out of the navigation', () => {
    const screen = match?.route.screen
    if (screen === undefined) {
      const shown = navGroups.flatMap(({ items }) => items).map(({ href }) => href)
      expect(shown).not.toContain(path)
      return
    }
    expect(screenNames).toContain(screen)
    expect(en.titles).toHaveProperty(screen)
  })
})

test('has every screen in the table, and every link of the navigation leads to its screen', () => {
  expect(new Set(routes.flatMap(({ screen }) => screen ?? []))).toEqual(new Set(screenNames))
  for (const { href, screen } of navGroups.flatMap(({ items }) => items))
    expect(matchRoute(href)?.route.screen).toBe(screen)
})

test('keeps the query and the anchor through redirects, and knows no other path', () => {
  expect(matchRoute('/user?from=mail#list')?.href).toBe('/user/overview-main/overview?from=mail#list')
  expect(matchRoute('/user/overview-main/')?.path).toBe('/user/overview-main/overview')
  for (const path of ['/user/nothing', '/users', '/user/gpu/gpu-detail', '/user/overview-main/overview/more'])
    expect(matchRoute(path)).toBeUndefined()
})
