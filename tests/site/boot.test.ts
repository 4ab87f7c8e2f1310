import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bootOfApp, bootOfPage, bootOfShared, type LazyScript } from '../../src/layouts/boot.ts'

const boot = bootOfPage({ isBuilt: true, locale: 'en' })
const chineseBoot = bootOfPage({ isBuilt: true, locale: 'zh' })

interface Visit {
  stored?: Record<string, string>
  storage?: Record<string, string>
  lang?: string
  script?: string
  browser?: string
  dark?: boolean
  state?: unknown
}

function visit({
  stored = {},
  storage,
  lang = 'en',
  script = boot,
  browser = 'en-GB',
  dark = false,
  state = null,
}: Visit) {
  const localStorage: Record<string, string> = storage ?? { ...stored }
  const documentElement = { lang, dataset: {} as Record<string, unknown> }
  let reloads = 0
  const history = { state, replaceState: (next: unknown) => Object.assign(history, { state: next }) }
  const page: Record<string, unknown> = {
    localStorage,
    document: { all: [documentElement] },
    navigator: { language: browser },
    matchMedia: () => ({ matches: dark }),
    location: { hash: '#place', reload: () => (reloads += 1) },
    history,
  }
  runInNewContext(script, page)
  const click = (selector: string, dataset = {}) => {
    const link = { dataset, hash: '' }
    const closest = (wanted: string) => (wanted.split(',').includes(selector) ? link : null)
    ;(page.onclick as (event: object) => void)({ target: { closest } })
    return link
  }
  return { localStorage, documentElement, click, history, reloads: () => reloads }
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
  [{ script: chineseBoot, lang: 'zh-CN' }, 'zh', 0],
  [{ script: bootOfShared({ isBuilt: true }) }, 'en', 0],
  [{ stored: { localeLang: 'zh' } }, 'zh', undefined],
])('writes the language of %j as %s, offer: %s', (situation, language, offer) => {
  const { localStorage, documentElement } = visit(situation)
  expect(localStorage.localeLang).toBe(language)
  expect(documentElement.dataset.offer).toBe(offer)
})

test.each([
  ['the app', bootOfApp, 'zh', 'zh-CN'],
  ['a shared page', bootOfShared({ isBuilt: true }), 'zh', 'zh-CN'],
  ['a shared page', bootOfShared({ isBuilt: true }), 'en', 'en'],
  ['a page of one language', boot, 'zh', 'en'],
])('shows %s to a reader of %s in %s', (_, script, localeLang, lang) => {
  expect(visit({ script, stored: { localeLang } }).documentElement.lang).toBe(lang)
})

test('remembers the language of a link, which keeps the place in the page', () => {
  const { localStorage, click } = visit({})
  expect(click('[data-locale]', { locale: 'zh' }).hash).toBe('#place')
  expect(localStorage.localeLang).toBe('zh')
})

test('the app loads again in the language that its button names', () => {
  const { localStorage, click, reloads } = visit({ script: bootOfApp })
  click('[data-locale]', { locale: 'zh' })
  expect([localStorage.localeLang, reloads()]).toEqual(['zh', 1])
  click('[data-flip]')
  expect(reloads()).toBe(1)
})

test('changes theme and language where storage is full', () => {
  const full = new Proxy({} as Record<string, string>, {
    set: () => {
      throw new Error('full')
    },
  })
  const { documentElement, click, history, reloads } = visit({ storage: full, script: bootOfApp })
  click('[data-flip]')
  expect(documentElement.dataset.theme).toBe('night')
  click('[data-locale]', { locale: 'zh' })
  expect([history.state, reloads()]).toEqual([{ lang: 'zh' }, 1])
  expect(visit({ storage: full, script: bootOfApp, state: history.state }).documentElement.lang).toBe('zh-CN')
})

test('works for the page where storage is forbidden', () => {
  const documentElement = { lang: 'en', dataset: {} as Record<string, unknown> }
  const page: Record<string, unknown> = {
    document: { all: [documentElement] },
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

/** The addresses of what a page asks for after its first paint, and once it has come to rest. A context of its own knows no import(). */
function load(script: string, stored: Record<string, string> = {}) {
  const started: string[] = []
  const timers: { work: () => void; ms: number }[] = []
  const page: Record<string, unknown> = {
    localStorage: { ...stored },
    document: { all: [{ lang: 'en', dataset: {} }] },
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

const shared = bootOfShared({ isBuilt: true })
const [font, visited] = ['/lazy/font.js', '/a.js#/terms/']

test('asks for the font when the page has come to rest, and reports the path alone', () => {
  for (const script of [boot, chineseBoot, bootOfPage({ isBuilt: true, locale: 'zh', isLanding: true })]) {
    expect(load(script)).toEqual([[], [font, visited]])
    expect(load(script, { font: '1' })).toEqual([[], [visited]])
  }
})

test('asks for the font of an English landing page after its first paint', () => {
  const landing = bootOfPage({ isBuilt: true, locale: 'en', isLanding: true })
  expect(load(landing)).toEqual([[font], [visited]])
  expect(load(landing, { font: '1' })).toEqual([[], [visited]])
})

test('counts no visit of a shared page, and leaves the app its font for later', () => {
  expect(load(shared)).toEqual([[], [font]])
  expect(load(bootOfApp)).toEqual([[], []])
})

test.each(['en', 'zh'] as const)('asks at once for the script of the first screen alone, in %s', (locale) => {
  const asked = (lazy: LazyScript) => load(bootOfPage({ isBuilt: true, locale, lazy }), { font: '1' })
  expect(asked('status')).toEqual([['/lazy/status.js'], [visited]])
  expect(asked('download')).toEqual([['/lazy/download.js'], [visited]])
  expect(asked('search')).toEqual([[], ['/lazy/search.js', visited]])
  expect(asked('calculator')).toEqual([[], ['/lazy/calculator.js', visited]])
  expect(asked('payouts')).toEqual([[], ['/lazy/payouts.js', visited]])
})

test('names the lazy script of a page', () => {
  expect(bootOfPage({ isBuilt: true, locale: 'en', lazy: 'search' })).toContain("import('/lazy/search.js')")
  expect(bootOfPage({ isBuilt: false, locale: 'en', lazy: 'search' })).toContain("import('/src/lazy/search.ts')")
})
