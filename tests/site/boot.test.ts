import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bootOfPage } from '../../src/layouts/boot.ts'

const boot = bootOfPage(true)

interface Visit {
  stored?: Record<string, string>
  lang?: string
  any?: boolean
  browser?: string
  dark?: boolean
}

function visit({ stored = {}, lang = 'en', any = false, browser = 'en-GB', dark = false }: Visit) {
  const localStorage: Record<string, string> = { ...stored }
  const documentElement = { lang, dataset: (any ? { any: '1' } : {}) as Record<string, unknown> }
  const page: Record<string, unknown> = {
    localStorage,
    document: { documentElement },
    navigator: { language: browser },
    matchMedia: () => ({ matches: dark }),
  }
  runInNewContext(boot, page)
  const click = (selector: string, dataset = {}) =>
    (page.onclick as (event: object) => void)({
      target: { closest: (wanted: string) => (wanted.split(',').includes(selector) ? { dataset } : null) },
    })
  return { localStorage, documentElement, click }
}

test.each([
  [{}, 'day'],
  [{ dark: true }, 'night'],
  [{ dark: true, stored: { theme: 'day' } }, 'day'],
  [{ stored: { theme: 'night' } }, 'night'],
])('chooses the theme of %j: %s', (situation, theme) => {
  expect(visit(situation).documentElement.dataset.theme).toBe(theme)
})

test('has the font at once where an earlier visit has fetched it', () => {
  expect(visit({}).documentElement.dataset.font).not.toBe(1)
  expect(visit({ stored: { font: '1' } }).documentElement.dataset.font).toBe('1')
})

test('flips the theme and remembers it', () => {
  const { localStorage, documentElement, click } = visit({ dark: true })
  expect(localStorage.theme).toBeUndefined()
  click('[data-flip]')
  expect([localStorage.theme, documentElement.dataset.theme]).toEqual(['day', 'day'])
  click('[data-flip]')
  expect([localStorage.theme, documentElement.dataset.theme]).toEqual(['night', 'night'])
})

test.each([
  [{}, 'en', 0],
  [{ browser: 'zh-CN' }, 'en', 1],
  [{ browser: 'zh-TW', stored: { localeLang: 'en' } }, 'en', undefined],
  [{ lang: 'zh-CN' }, 'zh', 0],
  [{ stored: { localeLang: 'zh' } }, 'zh', undefined],
])('writes the language of %j as %s, offer: %s', (situation, language, offer) => {
  const { localStorage, documentElement } = visit(situation)
  expect(localStorage.localeLang).toBe(language)
  expect(documentElement.dataset.offer).toBe(offer)
})

test.each([
  [{ any: true, stored: { localeLang: 'zh' } }, 'zh-CN'],
  [{ any: true, stored: { localeLang: 'en' } }, 'en'],
  [{ stored: { localeLang: 'zh' } }, 'en'],
])('shows %j in %s', (situation, lang) => {
  expect(visit(situation).documentElement.lang).toBe(lang)
})

test('remembers the language of a link', () => {
  const { localStorage, click } = visit({})
  click('[data-locale]', { locale: 'zh' })
  expect(localStorage.localeLang).toBe('zh')
})

test('works for the page where storage is forbidden', () => {
  const documentElement = { lang: 'en', dataset: {} as Record<string, unknown> }
  const page: Record<string, unknown> = {
    document: { documentElement },
    navigator: { language: 'en' },
    matchMedia: () => ({ matches: true }),
  }
  Object.defineProperty(page, 'localStorage', {
    get: () => {
      throw new Error('forbidden')
    },
  })
  runInNewContext(boot, page)
  expect(documentElement.dataset.theme).toBe('night')
})

test('asks for the font and reports the path alone when a public page is loaded and idle', () => {
  const started: unknown[] = []
  const localStorage: Record<string, unknown> = {}
  const dataset: Record<string, unknown> = {}
  const page: Record<string, unknown> = {
    localStorage,
    document: { documentElement: { lang: 'en', dataset } },
    navigator: { language: 'en' },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/terms/', search: '?secret=1' },
    self: { requestIdleCallback: (work: () => void) => work() },
    Worker: class {
      constructor(...args: unknown[]) {
        started.push(args)
      }
    },
  }
  runInNewContext(boot, page)
  expect(started).toEqual([])
  ;(page.onload as () => void)()
  expect(started).toEqual([['/a.js', { name: '/terms/' }]])
  expect([localStorage.font, dataset.font]).toEqual([1, 1])
})
