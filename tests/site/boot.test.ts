import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bootOfApp, bootOfPage, bootOfShared, type LazyScript } from '../../src/layouts/boot.ts'

const boot = await bootOfPage({ isBuilt: true, locale: 'en' })
const chineseBoot = await bootOfPage({ isBuilt: true, locale: 'zh' })
const shared = await bootOfShared({ isBuilt: true })
const app = await bootOfApp()

interface Visit {
  stored?: Record<string, string>
  storage?: Record<string, string>
  lang?: string
  script?: string
  browser?: string
  dark?: boolean
  state?: unknown
  path?: string
}

function visit({
  stored = {},
  storage,
  lang = 'en',
  script = boot,
  browser = 'en-GB',
  dark = false,
  state = null,
  path = '/pc/',
}: Visit) {
  const localStorage: Record<string, string> = storage ?? { ...stored }
  const documentElement = { lang, dataset: {} as Record<string, unknown> }
  let reloads = 0
  const history = { state, replaceState: (next: unknown) => Object.assign(history, { state: next }) }
  const location = { pathname: path, hash: '#place', reload: () => (reloads += 1) }
  const page: Record<string, unknown> = {
    localStorage,
    document: { lastChild: documentElement },
    navigator: { language: browser },
    matchMedia: () => ({ matches: dark }),
    location,
    history,
  }
  runInNewContext(script, page)
  const clickIn = (button: object | null, by: 'onclick' | 'onauxclick' = 'onclick') => {
    const closest = (selector: string) => (selector === '[data-pick]' ? button : null)
    const handler = page[by] as ((event: object) => void) | undefined
    handler?.({ target: { closest }, button: by === 'onclick' ? 0 : 1 })
  }
  /** A button that names a language, or the theme's, which names nothing. */
  const click = (pick = '') => {
    const link = { dataset: { pick }, hash: '' }
    clickIn(link)
    return link
  }
  return { localStorage, documentElement, click, clickIn, history, location, reloads: () => reloads }
}

test.each([
  [{}, 'day'],
  [{ dark: true }, 'night'],
  [{ dark: true, stored: { theme: 'day' } }, 'day'],
  [{ stored: { theme: 'night' } }, 'night'],
])('chooses the theme of %j: %s', (situation, theme) => {
  expect(visit(situation).documentElement.dataset.theme).toBe(theme)
})

test('has the font at once if an earlier visit has loaded it', () => {
  expect(visit({}).documentElement.dataset.font).not.toBe(1)
  expect(visit({ stored: { font: '1' } }).documentElement.dataset.font).toBe('1')
})

test.each([
  [{ browser: 'zh-TW' }, 'zh-CN'],
  [{ browser: 'fr-FR' }, 'en'],
  [{ browser: 'zh-CN', stored: { localeLang: 'en' } }, 'en'],
  [{ browser: 'en-GB', stored: { localeLang: 'zh' } }, 'zh-CN'],
])('a page of one address for both languages opens with %j in %s and stores no choice', (situation, lang) => {
  const { documentElement, localStorage } = visit({ ...situation, script: shared, path: '/watch/' })
  expect(documentElement.lang).toBe(lang)
  expect(localStorage.localeLang).toBe((situation as Visit).stored?.localeLang)
})

test('flips the theme and remembers it', () => {
  const { localStorage, documentElement, click } = visit({ dark: true })
  expect(localStorage.theme).toBeUndefined()
  click()
  expect([localStorage.theme, documentElement.dataset.theme]).toEqual(['day', 'day'])
  click()
  expect([localStorage.theme, documentElement.dataset.theme]).toEqual(['night', 'night'])
})

test('ignores a click outside the buttons', () => {
  const { localStorage, documentElement, clickIn } = visit({})
  const before = { ...localStorage }
  clickIn(null)
  expect([localStorage, documentElement.dataset.theme]).toEqual([before, 'day'])
})

test.each([
  [{}, 'en', 'en-GB'],
  [{ browser: 'zh-CN' }, 'en', 'zh-CN'],
  [{ browser: 'de' }, 'en', 'de'],
  [{ browser: 'zh-TW', stored: { localeLang: 'en' } }, 'en', 'en'],
  [{ script: chineseBoot, lang: 'zh-CN' }, 'zh', undefined],
  [{ stored: { localeLang: 'zh' } }, 'zh', 'zh'],
])('writes the language of %j as %s, offers by: %s', (situation, language, offer) => {
  const { localStorage, documentElement } = visit(situation)
  expect(localStorage.localeLang).toBe(language)
  expect(documentElement.dataset.offer).toBe(offer)
})

test.each([
  ['the app', app, 'zh', 'zh-CN'],
  ['a shared page', shared, 'zh', 'zh-CN'],
  ['a shared page', shared, 'en', 'en'],
  ['a page of one language', boot, 'zh', 'en'],
])('shows %s to a reader of %s in %s', (_, script, localeLang, lang) => {
  expect(visit({ script, stored: { localeLang } }).documentElement.lang).toBe(lang)
})

test.each([
  ['the Chinese page of an English address to a reader of Chinese', { stored: { localeLang: 'zh' } }, 'zh/pc/'],
  ['the home page', { stored: { localeLang: 'zh' }, path: '/' }, 'zh/'],
  ['no other page to a reader of English', { stored: { localeLang: 'en' } }, '/pc/'],
  ['no other page on a first visit with a Chinese browser', { browser: 'zh' }, '/pc/'],
  ['no other page of a language that nobody knows', { stored: { localeLang: 'fr' } }, '/pc/'],
  [
    'no other page of a Chinese address',
    { script: chineseBoot, stored: { localeLang: 'en' }, path: '/zh/pc/' },
    '/zh/pc/',
  ],
  ['no other page where both languages share one', { script: shared, stored: { localeLang: 'zh' } }, '/pc/'],
  ['no other page of the app', { script: app, stored: { localeLang: 'zh' } }, '/pc/'],
])('gives %s', (_, situation, path) => {
  // A browser puts the slash before a path that is set without one.
  expect(visit(situation).location.pathname).toBe(path)
})

test('a language link of a Chinese page is remembered however it is opened, and its theme only by the first button', () => {
  const { localStorage, documentElement, clickIn } = visit({ script: chineseBoot, lang: 'zh-CN' })
  const link = { dataset: { pick: 'en' }, hash: '' }
  clickIn(link, 'onauxclick')
  expect([localStorage.localeLang, link.hash]).toEqual(['en', '#place'])
  clickIn({ dataset: { pick: '' } }, 'onauxclick')
  expect(documentElement.dataset.theme).toBe('day')
  clickIn({ dataset: { pick: '' } })
  expect(documentElement.dataset.theme).toBe('night')
})

test('remembers the language of a link, which keeps the fragment of the page', () => {
  const { localStorage, click } = visit({})
  expect(click('zh').hash).toBe('#place')
  expect(localStorage.localeLang).toBe('zh')
})

test('the app reloads in the language of its button', () => {
  const { localStorage, click, reloads } = visit({ script: app })
  click('zh')
  expect([localStorage.localeLang, reloads()]).toEqual(['zh', 1])
  click()
  expect(reloads()).toBe(1)
})

test('changes theme and language when storage is full', () => {
  const full = new Proxy({} as Record<string, string>, {
    set: () => {
      throw new Error('full')
    },
  })
  const { documentElement, click, history, reloads } = visit({ storage: full, script: app })
  click()
  expect(documentElement.dataset.theme).toBe('night')
  click('zh')
  expect([history.state, reloads()]).toEqual([{ lang: 'zh' }, 1])
  expect(visit({ storage: full, script: app, state: history.state }).documentElement.lang).toBe('zh-CN')
})

test('works for the page when storage is forbidden', () => {
  const documentElement = { lang: 'en', dataset: {} as Record<string, unknown> }
  const page: Record<string, unknown> = {
    document: { lastChild: documentElement },
    location: { pathname: '/pc/' },
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

/** Scripts that a page loads after its first paint, and when it is idle. A separate context has no import(). */
function load(script: string, stored: Record<string, string> = {}) {
  const started: string[] = []
  const timers: { work: () => void; ms: number }[] = []
  const page: Record<string, unknown> = {
    localStorage: { ...stored },
    document: { lastChild: { lang: 'en', dataset: {} } },
    navigator: { language: 'en' },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/terms/', search: '?secret=1' },
    history: { state: null },
    requestAnimationFrame: (work: () => void) => work(),
    setTimeout: (work: () => void, ms = 0) => timers.push({ work, ms }),
    importScript: (address: string) => started.push(address),
    Worker: class {
      constructor(address: string) {
        started.push(address)
      }
    },
  }
  runInNewContext(script.replaceAll('import(', 'importScript('), page)
  ;(page.onload as (() => void) | undefined)?.()
  expect(started).toEqual([])
  const runAll = (isDue: (ms: number) => boolean) => {
    for (const { work, ms } of [...timers]) if (isDue(ms)) work()
    return started.splice(0)
  }
  return [runAll((ms) => ms === 0), runAll((ms) => ms > 1000)]
}

const [font, visited] = ['/lazy/font.js', '/a.js#/terms/']

test('loads the font when the page is idle, and reports only the path', async () => {
  for (const script of [boot, chineseBoot, await bootOfPage({ isBuilt: true, locale: 'zh', isLanding: true })]) {
    expect(load(script)).toEqual([[], [font, visited]])
    expect(load(script, { font: '1' })).toEqual([[], [visited]])
  }
})

test('loads the font of an English landing page after its first paint', async () => {
  const landing = await bootOfPage({ isBuilt: true, locale: 'en', isLanding: true })
  expect(load(landing)).toEqual([[font], [visited]])
  expect(load(landing, { font: '1' })).toEqual([[], [visited]])
})

test('counts a visit of a shared page that enables it, and leaves the app its font for later', async () => {
  expect(load(shared)).toEqual([[], [font]])
  expect(load(await bootOfShared({ isBuilt: true, isCounted: true }))).toEqual([[], [font, visited]])
  expect(load(app)).toEqual([[], []])
})

test.each(['en', 'zh'] as const)('loads at once only the script of the first screen, in %s', async (locale) => {
  const loadedBy = async (lazy: LazyScript) => load(await bootOfPage({ isBuilt: true, locale, lazy }), { font: '1' })
  expect(await loadedBy('status')).toEqual([['/lazy/status.js'], [visited]])
  expect(await loadedBy('download')).toEqual([['/lazy/download.js'], [visited]])
  expect(await loadedBy('read')).toEqual([['/lazy/read.js'], [visited]])
  expect(await loadedBy('search')).toEqual([[], ['/lazy/search.js', visited]])
  expect(await loadedBy('earn')).toEqual([[], ['/lazy/earn.js', visited]])
  expect(await loadedBy('payouts')).toEqual([[], ['/lazy/payouts.js', visited]])
})

test('loads the script of a shared page after its first paint', async () => {
  expect(load(await bootOfShared({ isBuilt: true, lazy: 'google' }))).toEqual([['/lazy/google.js'], [font]])
})

test('loads sources in development, where visits are not counted', async () => {
  const script = await bootOfPage({ isBuilt: false, locale: 'en', lazy: 'search' })
  expect(load(script)).toEqual([[], ['/src/lazy/search.ts', '/src/lazy/font.ts']])
})
