import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sampleAddress } from '#app/core/routing/feature.ts'
import { matchScreen } from '#app/core/routing/router.ts'
import { screenNamed, screens } from '#app/core/routing/screens.ts'
import { dockItems, navGroups } from '#app/core/shell/nav.ts'
import { needsSession } from '#lib/rules/paths.ts'
import { matchRoute, routes } from '#lib/rules/routes.ts'
import en from '#locales/en/app.json'

describe.each(screens.map((screen) => [screen.name, screen] as const))('%s', (name, screen) => {
  const row = routes.find(({ path }) => path === screen.path)

  test('is a screen of the specification, with the query that it has there', () => {
    expect(row).toMatchObject({ auth: true })
    expect(row?.page).toBeUndefined()
    expect(row?.redirect).toBeUndefined()
    expect([...(screen.query ?? [])]).toEqual([...(row?.query ?? [])])
  })

  test('is reached by its sample address, which fills every parameter', () => {
    const address = sampleAddress(screen)
    expect(address).not.toContain(':')
    expect(matchScreen(`${address}?noise=1`)).toMatchObject({ route: { name }, params: screen.sample ?? {}, query: {} })
  })

  test('is reached by each shorter path of the specification, and by no other', () => {
    const shorter = routes.filter(({ redirect, path }) => redirect && matchRoute(path)?.path === screen.path)
    expect([...(screen.from ?? [])].sort()).toEqual(shorter.map(({ path }) => path).sort())
    for (const path of screen.from ?? []) expect(matchScreen(path)?.path).toBe(screen.path)
  })

  test('has a title, its texts, and a row of the navigation or one that represents it', () => {
    expect(en.titles).toHaveProperty(name)
    for (const file of screen.texts) expect(existsSync(`public/locales/en/${file}.json`)).toBe(true)
    const rowOf = screen.nav ? screen : screenNamed(screen.under)
    expect(rowOf?.nav).toBeDefined()
  })
})

test('no two screens have a name or a path', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length)
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
})

test('every path that needs a session is a screen of the table, a redirect to one, or still to be built', () => {
  for (const { path, page } of routes) expect([path, page === true]).toEqual([path, !needsSession(path)])
})

test('the navigation leads to its screens, and its dock has short names', () => {
  for (const { href, name } of navGroups.flatMap(({ items }) => items)) expect(matchScreen(href)?.route.name).toBe(name)
  for (const { items } of navGroups) expect(items).not.toEqual([])
  expect(dockItems).toHaveLength(4)
  for (const { name } of dockItems) expect(en.dock).toHaveProperty(name)
})

test('every declaration of a feature is in the list', () => {
  const list = readFileSync('src/islands/app/features.ts', 'utf8')
  for (const file of globSync('*/feature.ts', { cwd: 'src/islands/app' }))
    if (!file.startsWith('routing')) expect(list).toContain(`'./${file.replaceAll('\\', '/')}'`)
})

test('keeps the query and the anchor through redirects, and knows no other path', () => {
  expect(matchScreen('/user?from=mail#list')?.href).toBe('/user/overview-main/overview?from=mail#list')
  expect(matchScreen('/user/overview-main/')?.path).toBe('/user/overview-main/overview')
  for (const path of ['/user/nothing', '/users', '/user/gpu/gpu-detail', '/user/overview-main/overview/more', '/login'])
    expect(matchScreen(path)).toBeUndefined()
})
