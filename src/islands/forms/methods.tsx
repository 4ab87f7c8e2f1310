import { type ReactNode, startTransition, useActionState } from 'react'
import { localize } from '#lib/i18n/locales.ts'
import { DemoPanel } from './demo-panel.tsx'
import { FormError, type T } from './fields.tsx'
import { GoogleButton } from './google.tsx'
import { type LateT, lateTexts, pageLocale } from './late.ts'
import { knowsPasskeys, signInByPasskey } from './methods-store.ts'

/** Sign-in methods beside the form, drawn after their texts are loaded; without them, only those that need none. */
export async function loadSignInMethods(form?: T): Promise<ReactNode> {
  const t = await lateTexts().catch(() => undefined)
  return (
    <>
      {t && <SignInMethods t={t} isNew={form === undefined} />}
      {form && <DemoPanel t={form} />}
    </>
  )
}

/** A new account has no passkey yet. */
function SignInMethods({ t, isNew }: { t: LateT; isNew: boolean }) {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-faint">
        <span className="flex-1 border-t border-line" />
        {t('ways.or')}
        <span className="flex-1 border-t border-line" />
      </p>
      <GoogleButton t={t} />
      {!isNew && knowsPasskeys() && <Passkey t={t} />}
      <Consent t={t} />
    </div>
  )
}

/** Google sign-in can create an account without the form's checkbox, so the terms are stated here. */
function Consent({ t }: { t: LateT }) {
  const link = (name: 'terms' | 'privacy') => (
    <a className="link text-base-content" href={localize(`/${name}`, pageLocale())} target="_blank" rel="noopener">
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

function Passkey({ t }: { t: LateT }) {
  const [error, enter, pending] = useActionState<string | undefined>(() => signInByPasskey(t), undefined)
  return (
    <>
      <button
        type="button"
        className="btn btn-line btn-block h-12 text-base"
        aria-busy={pending}
        onClick={() => !pending && startTransition(enter)}
      >
        {t('ways.passkey')}
      </button>
      <FormError text={error} />
    </>
  )
}
