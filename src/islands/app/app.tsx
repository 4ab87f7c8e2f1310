import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { currentLocale } from '#lib/session/locale.ts'
import { $session } from '#lib/session/session.ts'
import { fetchFont } from '#lib/text/font.ts'
import { toast } from '#ui/toast.ts'
import { Toaster } from '#ui/toaster.tsx'
import { fetchFirstScreen, useFirstScreen } from './first-screen.ts'
import { createLanguage, type Language, LanguageContext, loadMessages, useT } from './i18n.ts'
import { watchBuild } from './new-build.ts'
import { NotFound } from './not-found.tsx'
import { $outdated } from './resource.ts'
import { $match, firstStands, settle, startRouter } from './router.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { isScreenName, screenOf } from './screens.ts'
import { readFault } from './sentence.ts'
import { Shell } from './shell/shell.tsx'
import { ScreenSkeleton } from './shell/skeleton.tsx'
import { watchSession } from './signing-out.ts'

/** Runs in the browser only; the page's static shell stands until it has what it needs. */
async function prepare(): Promise<Language> {
  const locale = currentLocale()
  const language = createLanguage(locale, await loadMessages(locale))
  watchSession(language.t)
  startRouter()
  $outdated.listen((error) => error && toast('error', readFault(language.t, error)))
  if (!$session.get()?.user) void import('./account/fill-user.ts').then(({ fillUser }) => fillUser())
  // This visit keeps the letters it was painted in: figures of another width would move what stands beside them.
  if (document.documentElement.dataset.font !== '1') void firstStands.then(fetchFont)
  return language
}

watchBuild()
fetchFirstScreen($match.get()?.route.screen)
const language = await prepare()

export function App() {
  // The static shell goes in the same frame in which this one comes.
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return (
    <LanguageContext value={language}>
      <CurrentScreen />
      <Toaster closeLabel={language.t('close')} />
    </LanguageContext>
  )
}

function CurrentScreen() {
  const t = useT()
  const screen = useStore($match)?.route.screen
  const known = isScreenName(screen) ? screen : undefined
  const title = known ? t(`titles.${known}`) : t('titles.notFound')
  const Screen = known ? screenOf(known) : NotFound
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
          <ScreenBoundary key={known}>
            <Screen />
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
