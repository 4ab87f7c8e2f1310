import type { Locale } from '#lib/i18n/locales.ts'
import { createLanguage, LanguageContext, type Messages } from '../i18n.ts'
import { Shell } from './shell.tsx'
import { ScreenSkeleton } from './skeleton.tsx'

/** The shell as the page's HTML holds it, until the app takes its place without a shift. */
export function StaticShell({ locale, messages }: { locale: Locale; messages: Messages }) {
  const language = createLanguage(locale, messages)
  return (
    <LanguageContext value={language}>
      <Shell current={undefined} title={language.t('loading')}>
        <ScreenSkeleton />
      </Shell>
    </LanguageContext>
  )
}
