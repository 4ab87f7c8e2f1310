// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import account from '#locales/en/account.json'
import en from '#locales/en/app.json'

vi.mock('#app/core/calls/call.ts', () => ({
  shellEndpoints: () => new Promise(() => undefined),
  call: () => new Promise(() => undefined),
}))
vi.mock('#app/payment-password/index.ts', () => ({ PaymentPanel: () => null }))
vi.mock('#app/account/rename.tsx', () => ({ RenameButton: () => null }))

const target = '/user/account'
let left: string[] = []

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  localStorage.clear()
  history.replaceState(null, '', target)
  left = []
  vi.stubGlobal('fetch', async () => new Response())
  vi.spyOn(location, 'replace').mockImplementation((address) => void left.push(String(address)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The app as loaded by a reader of this language. */
async function loadApp(locale: 'en' | 'zh') {
  localStorage.setItem('localeLang', locale)
  const [router, leaving, session] = await Promise.all([
    import('#app/core/routing/router.ts'),
    import('#app/core/shell/sign-out.ts'),
    import('#lib/session/session.ts'),
  ])
  return { ...router, ...leaving, ...session }
}

describe.each([
  ['en', ''],
  ['zh', '/zh'],
] as const)('a reader of %s', (locale, root) => {
  const login = `${root}/login/`
  const back = `${login}?redirect=${encodeURIComponent(target)}`

  test('is asked to sign in in that language', async () => {
    const { startRouter } = await loadApp(locale)
    startRouter()
    expect(left).toEqual([back])
  })

  test('leaves for the sign-in page of that language', async () => {
    const { $session, watchSession } = await loadApp(locale)
    $session.set({ token: 't', user: undefined })
    watchSession(String)
    $session.set(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(left).toEqual([login])
  })

  test('returns to it after the login has expired', async () => {
    const { $session, expireSession, watchSession } = await loadApp(locale)
    $session.set({ token: 't', user: undefined })
    watchSession(String)
    expireSession('t')
    await vi.advanceTimersByTimeAsync(1000)
    expect(left).toEqual([back])
  })

  test('changes the password on a page of that language', async () => {
    vi.stubGlobal('fetch', async () => Response.json(account))
    const [{ AccountScreen }, { createLanguage, LanguageContext }, { loadTexts }] = await Promise.all([
      import('#app/account/screen.tsx'),
      import('#app/core/texts/i18n.ts'),
      import('#app/core/texts/texts.ts'),
    ])
    await Promise.all(['money', 'account'].map(loadTexts))
    const screen = createElement(LanguageContext, { value: createLanguage(locale, en) }, createElement(AccountScreen))
    expect(renderToStaticMarkup(screen)).toContain(`href="${root}/password/"`)
  })
})
