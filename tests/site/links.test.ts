import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { matchScreen } from '#app/core/routing/router.ts'
import { newestPackage } from '#lib/contract/versions.ts'
import { needsSession } from '#lib/rules/paths.ts'
import { linkHeaderOf } from '#service/platform/http/hints.ts'
import { pagesToCome } from './budgets.ts'
import { dist, isBuilt, pages } from './dist.ts'

const byPath = new Map(pages.map((page) => [page.path, page]))
const origin = 'https://this.example'

/** A screen of the app has no file of its own: it exists when the route table leads to it. */
const isScreen = ({ pathname }: URL) => needsSession(pathname)
/** Answered by the service: plain reads, and the newest packages. */
const newest = (['windows', 'mac', 'linux', 'android'] as const).map(newestPackage)
const ofService = new Set(['/api/status', '/api/proofs', ...newest])
const hasLanguage = (url: URL) => !isScreen(url) && !ofService.has(url.pathname)

function exists(url: URL): boolean {
  if (isScreen(url)) return matchScreen(url.pathname) !== undefined
  return ofService.has(url.pathname) || isBuilt(url.pathname)
}

function targets(page: (typeof pages)[number]): URL[] {
  return [...page.document.querySelectorAll('a[href], link[href], img[src], script[src]')]
    .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
    .map((address) => new URL(address, origin + page.path))
    .filter((url) => url.origin === origin)
}

describe.each(pages)('$path', (page) => {
  test('links to pages and files that exist', () => {
    const missing = targets(page).filter(
      (url) => url.pathname !== page.path && !exists(url) && !pagesToCome.includes(url.pathname),
    )
    expect(missing.map(String)).toEqual([])
  })

  test('links to anchors that exist', () => {
    const missing = targets(page).filter(({ hash, pathname }) => {
      const target = byPath.get(pathname)
      return hash && target && !target.document.getElementById(hash.slice(1))
    })
    expect(missing.map(String)).toEqual([])
  })

  test('ends every link to a page with a slash', () => {
    const open = targets(page).filter(
      (url) =>
        !isScreen(url) && !ofService.has(url.pathname) && !url.pathname.endsWith('/') && !/\.\w+$/.test(url.pathname),
    )
    expect(open.map(String)).toEqual([])
  })

  test('puts a space between words and links: the compiler drops a line break between them', () => {
    const run = [...page.document.querySelectorAll('a')].filter(({ previousSibling }) =>
      /[A-Za-z0-9,.:;]$/.test(previousSibling?.nodeType === 3 ? (previousSibling.textContent ?? '') : ''),
    )
    expect(run.map(String)).toEqual([])
  })

  test('writes mails whose words are no markup', () => {
    const mails = [...page.document.querySelectorAll('a[href^="mailto:"]')].map((link) =>
      decodeURIComponent(link.getAttribute('href') ?? ''),
    )
    expect(mails.filter((mail) => /&\S+;/.test(mail))).toEqual([])
  })

  test('has no id twice', () => {
    const ids = [...page.document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})

test('marks no existing page as still to come', () => {
  expect(pagesToCome.filter(isBuilt)).toEqual([])
})

test('links from every page of a language only to the same language, the language switch apart', () => {
  const strays = pages.flatMap((page) => {
    const chinese = page.path.startsWith('/zh/')
    return [...page.document.querySelectorAll('a[href^="/"]:not([download])')]
      .filter(
        (link) => !link.hasAttribute('data-pick') && !link.closest('main[lang], body > header [lang], noscript [lang]'),
      )
      .filter((link) => hasLanguage(new URL(link.getAttribute('href') ?? '', origin)))
      .filter((link) => (link.getAttribute('href')?.startsWith('/zh/') ?? false) !== chinese)
      .map((link) => `${page.path}: ${link.outerHTML}`)
  })
  expect(strays).toEqual([])
})

test.each(['/user/overview-main/overview', '/user/gpu/gpu-list', '/user/account'])(
  'the head of the answer for %s names modules that exist',
  (path) => {
    const named = [
      ...(linkHeaderOf(join(dist, 'user/index.html'), path) ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g),
    ]
    const modules = named.map(([, address = '']) => address)
    expect(modules.length).toBeGreaterThan(6)
    expect(modules.filter((address) => !isBuilt(address))).toEqual([])
  },
)
