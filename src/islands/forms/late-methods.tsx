import { useEffect, useState } from 'react'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import type { T } from './fields.tsx'
import type { Methods } from './methods.tsx'

interface LateSignInMethodsProps {
  t: T
  locale: Locale
  hasDemo?: boolean
}

/**
 * Other sign-in methods, whose script is loaded after the form. Their place and their longest sentence are part of the
 * page: a late text of its size would be the largest that the page paints.
 */
export function LateSignInMethods({ t, locale, hasDemo = false }: LateSignInMethodsProps) {
  const [methods, setMethods] = useState<Methods>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form that is shown
  useEffect(
    () =>
      void import('./methods.tsx')
        .then(({ loadSignInMethods }) => loadSignInMethods(hasDemo ? t : undefined))
        .then(setMethods, () => setMethods({ buttons: undefined, demo: undefined })),
    [],
  )
  return (
    <>
      {(!methods || methods.buttons) && (
        <div className="grid gap-3">
          <p className="flex items-center gap-3 text-xs text-faint">
            <span className="flex-1 border-t border-line" />
            {t('or')}
            <span className="flex-1 border-t border-line" />
          </p>
          {methods ? methods.buttons : <Places />}
          <Consent t={t} locale={locale} />
        </div>
      )}
      {methods?.demo}
    </>
  )
}

/** Room for two buttons. */
function Places() {
  return (
    <>
      <div className="h-12 rounded-field bg-base-200" />
      <div className="h-12 rounded-field bg-base-200" />
    </>
  )
}

/** Google sign-in can create an account without the form's checkbox, so the terms are stated here. */
function Consent({ t, locale }: { t: T; locale: Locale }) {
  const link = (name: 'terms' | 'privacy') => (
    <a className="link text-base-content" href={localize(`/${name}`, locale)} target="_blank" rel="noopener">
      {t(`consent.${name}`)}
    </a>
  )
  return (
    <p className="text-xs text-muted">
      {t('consent.begin')}
      {link('terms')}
      {t('consent.and')}
      {link('privacy')}
      {t('consent.stop')}
    </p>
  )
}
