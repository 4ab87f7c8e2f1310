import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { Segments } from '#ui/segments.tsx'
import { usernameIn } from './code-request.ts'
import type { Errors } from './errors.ts'
import { CaptchaField, EmailField, FormError, PasswordField, type Remembered, SubmitButton, type T } from './fields.tsx'
import { useForm } from './form.ts'
import { LateSignInMethods } from './late-methods.tsx'
import { MailedCode } from './mailed-code.tsx'
import type { FormMessages } from './messages.ts'
import { $secondStep, leaveWhenSignedIn, openForm } from './store.ts'

export interface FormProps {
  locale: Locale
  messages: FormMessages
}

type Mode = 'password' | 'code'

export function LoginForm({ locale, messages }: FormProps) {
  const t = createT(messages, locale)
  const [mode, setMode] = useState<Mode>('password')
  const [username, setUsername] = useState('')
  const remembered = { value: username, onChange: setUsername }
  const secondStep = useStore($secondStep)
  useEffect(() => {
    openForm()
    leaveWhenSignedIn()
  }, [])
  if (secondStep) return secondStep
  return (
    <div className="grid gap-5">
      <Segments
        label={t('login.how')}
        className="w-full seg-even"
        value={mode}
        onChange={setMode}
        segments={[
          { value: 'password', label: t('login.byPassword') },
          { value: 'code', label: t('login.byCode') },
        ]}
      />
      {mode === 'password' ? (
        <ByPassword t={t} locale={locale} remembered={remembered} />
      ) : (
        <ByCode t={t} remembered={remembered} />
      )}
      <LateSignInMethods t={t} locale={locale} hasDemo />
    </div>
  )
}

/** The step after a correct first factor has its own script. */
const second =
  (t: T) =>
  (errors: Errors | undefined): Promise<Errors> | Errors | undefined => {
    const { ticket } = errors ?? {}
    if (!ticket) return errors
    return import('./second-factor.tsx')
      .then(({ showSecondStep }) => showSecondStep(ticket))
      .catch(() => ({ '': t('errors.offline') }))
  }

interface ModeProps {
  t: T
  remembered: Remembered
}

function ByPassword({ t, locale, remembered }: ModeProps & { locale: Locale }) {
  const { errors, pending, ready, form } = useForm({
    schema: ({ PasswordLogin }) => PasswordLogin,
    submit: (values, { signInByPassword }) => signInByPassword(values, t).then(second(t)),
    say: (key) => t(key as never),
    offline: t('errors.offline'),
  })
  return (
    <form {...form} className="grid gap-4">
      <EmailField t={t} error={errors.username} remembered={remembered} />
      <PasswordField
        t={t}
        name="password"
        label={t('password')}
        error={errors.password}
        autoComplete="current-password"
      />
      <CaptchaField t={t} error={errors.captcha} username={() => usernameIn(form.ref)} />
      <FormError text={errors['']} />
      <SubmitButton label={t('login.submit')} ready={ready} pending={pending} />
      <a className="link link-hover text-sm text-muted justify-self-start" href={localize('/password', locale)}>
        {t('login.forgot')}
      </a>
    </form>
  )
}

function ByCode({ t, remembered }: ModeProps) {
  const state = useForm({
    schema: ({ CodeLogin }) => CodeLogin,
    submit: (values, { signInByCode }) => signInByCode(values, t).then(second(t)),
    say: (key) => t(key as never),
    offline: t('errors.offline'),
  })
  return (
    <form {...state.form} className="grid gap-4">
      <MailedCode t={t} scene="login" state={state} remembered={remembered} />
      <FormError text={state.errors['']} />
      <SubmitButton label={t('login.submit')} ready={state.ready} pending={state.pending} />
    </form>
  )
}
