import { type ReactNode, startTransition, useActionState } from 'react'
import { DemoPanel } from './demo-panel.tsx'
import { FormError, type T } from './fields.tsx'
import { GoogleButton } from './google.tsx'
import { type LateT, lateTexts } from './late.ts'
import { knowsPasskeys, signInByPasskey } from './methods-store.ts'

/** Sign-in methods beside the form, and the demo's button. */
export interface Methods {
  buttons: ReactNode
  demo: ReactNode
}

/** Sign-in methods beside the form, after their texts are loaded; without them, only those that need none. */
export async function loadSignInMethods(form?: T): Promise<Methods> {
  const t = await lateTexts().catch(() => undefined)
  return { buttons: t && <SignInMethods t={t} isNew={form === undefined} />, demo: form && <DemoPanel t={form} /> }
}

/** A new account has no passkey yet. */
function SignInMethods({ t, isNew }: { t: LateT; isNew: boolean }) {
  return (
    <>
      <GoogleButton t={t} />
      {!isNew && knowsPasskeys() && <Passkey t={t} />}
    </>
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
