import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { currentLocale } from '#lib/session/locale.ts'
import { $session } from '#lib/session/session.ts'
import { Boundary } from '#ui/boundary.tsx'
import { toast } from '#ui/toast.ts'
import { readErrorText } from './core/calls/error-text.ts'
import { $outdated } from './core/calls/resource.ts'
import { fetchFirstScreen, useFirstScreen } from './core/routing/first-screen.ts'
import { $match } from './core/routing/match.ts'
import { firstScreenShown, settle, startRouter } from './core/routing/router.ts'
import { screenNamed, viewOf } from './core/routing/screens.ts'
import { watchBuild } from './core/shell/new-build.ts'
import { ScreenBoundary } from './core/shell/screen-boundary.tsx'
import { Shell } from './core/shell/shell.tsx'
import { watchSession } from './core/shell/sign-out.ts'
import { ScreenSkeleton } from './core/shell/skeleton.tsx'
import { Toasts } from './core/shell/toasts.tsx'
import { createLanguage, type Language, LanguageContext, loadMessages, useT } from './core/texts/i18n.ts'

/** Runs in the browser only; the page's static shell is shown until this has finished. */
async function prepare(): Promise<Language> {
  const locale = currentLocale()
  const language = createLanguage(locale, await loadMessages(locale))
  watchSession(language.t)
  startRouter()
  $outdated.listen((error) => error && toast('error', readErrorText(language.t, error)))
  if (!$session.get()?.user) void import('./account/fill-user.ts').then(({ loadMissingUser }) => loadMissingUser())
  const first = navigator.serviceWorker?.controller
  void firstScreenShown
    .then(() => import('./second-steps.ts'))
    .then(({ startSecondSteps }) => startSecondSteps(language, first))
  return language
}

watchBuild()
import('#ui/translators.ts').catch(() => undefined)
fetchFirstScreen($match.get()?.screen)
const language = await prepare()

/** No part of the first screen's first paint. */
const NotFound = lazy(() => import('./core/shell/not-found.tsx').then(({ NotFound }) => ({ default: NotFound })))

export function App() {
  // The static shell is removed in the same frame.
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return (
    <LanguageContext value={language}>
      <ScreenBoundary>
        <CurrentScreen />
      </ScreenBoundary>
      <Boundary>
        <Toasts closeLabel={language.t('close')} />
      </Boundary>
    </LanguageContext>
  )
}

function CurrentScreen() {
  const t = useT()
  const match = useStore($match)
  const screen = screenNamed(match?.screen)
  const known = screen?.name
  const title = t(`titles.${known ?? 'notFound'}`)
  const View = screen ? viewOf(screen) : NotFound
  if (!useFirstScreen(known))
    return (
      <Shell current={known} title={title}>
        <ScreenSkeleton />
      </Shell>
    )
  return (
    <Shell current={known} title={title}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Settled title={title}>
          <ScreenBoundary key={match?.path}>
            <View {...match?.query} {...match?.params} />
          </ScreenBoundary>
        </Settled>
      </Suspense>
    </Shell>
  )
}

/** Inside the boundary, so that title, scroll and focus follow once the screen is there. */
function Settled({ title, children }: { title: string; children: React.ReactNode }) {
  const t = useT()
  useEffect(() => {
    settle(`${title} · ${t('brand')}`)
  }, [title, t])
  return children
}
