import type { Locale } from '#lib/i18n/locales.ts'
import { createLanguage, LanguageContext, type Messages, useT } from '../texts/i18n.ts'
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
      <LoadError />
    </LanguageContext>
  )
}

/** Shown by the page's own script when the app fails to load. */
function LoadError() {
  const t = useT()
  return (
    <div
      className="panel fixed z-50 inset-x-4 bottom-20 lg:bottom-6 mx-auto max-w-md p-4 flex flex-wrap items-center gap-3 shadow-2"
      role="alert"
      data-late
      hidden
    >
      <span className="flex-1 min-w-48 text-sm">{t('failed.late')}</span>
      <button type="button" className="btn btn-primary btn-sm">
        {t('tryAgain')}
      </button>
    </div>
  )
}
