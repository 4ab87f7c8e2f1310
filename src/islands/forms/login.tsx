import { useEffect, useState } from 'react'
import { type Locale, localize } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { Segments } from '#ui/segments.tsx'
import { useCodeSending, usernameIn } from './code-sending.ts'
import { DemoPanel } from './demo-panel.tsx'
import { CaptchaField, CodeField, Field, FormError, PasswordField, SubmitButton, type T } from './fields.tsx'
import { useForm } from './form.ts'
import type { FormMessages } from './messages.ts'
import { CodeLogin, PasswordLogin } from './schemas.ts'
import { leaveWhenSignedIn, openForm, signInByCode, signInByPassword } from './store.ts'

export interface FormProps {
  locale: Locale
  messages: FormMessages
}

type Mode = 'password' | 'code'

export function LoginForm({ locale, messages }: FormProps) {
  const t = createT(messages, locale)
  const [mode, setMode] = useState<Mode>('password')
  const [username, setUsername] = useState('')
  useEffect(() => {
    openForm(locale)
    leaveWhenSignedIn()
  }, [locale])
  return (
    <div className="grid gap-5">
      <Segments
        label={t('login.how')}
        className="w-full *:flex-1 *:justify-center"
        value={mode}
        onChange={setMode}
        segments={[
          { value: 'password', label: t('login.byPassword') },
          { value: 'code', label: t('login.byCode') },
        ]}
      />
      {mode === 'password' ? (
        <ByPassword t={t} locale={locale} username={username} onUsername={setUsername} />
      ) : (
        <ByCode t={t} username={username} onUsername={setUsername} />
      )}
      <DemoPanel t={t} />
    </div>
  )
}

interface ModeProps {
  t: T
  /** What was typed stays when the way to sign in is changed. */
  username: string
  onUsername: (text: string) => void
}

function Username({ t, error, username, onUsername }: ModeProps & { error: string | undefined }) {
  return (
    <Field
      name="username"
      label={t('email')}
      error={error}
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      defaultValue={username}
      onChange={(event) => onUsername(event.currentTarget.value)}
    />
  )
}

function ByPassword({ t, locale, ...name }: ModeProps & { locale: Locale }) {
  const { errors, pending, ready, form } = useForm({
    schema: PasswordLogin,
    submit: (values) => signInByPassword(values, t),
    say: (key) => t(key as never),
  })
  return (
    <form {...form} className="grid gap-4">
      <Username t={t} error={errors.username} {...name} />
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

function ByCode({ t, ...name }: ModeProps) {
  const { errors, pending, ready, form } = useForm({
    schema: CodeLogin,
    submit: (values) => signInByCode(values, t),
    say: (key) => t(key as never),
  })
  const { sendErrors, send } = useCodeSending('login', form.ref, t)
  const shown = { ...sendErrors, ...errors }
  return (
    <form {...form} className="grid gap-4">
      <Username t={t} error={shown.username} {...name} />
      <CaptchaField t={t} error={shown.captcha} username={() => usernameIn(form.ref)} />
      <CodeField t={t} error={shown.verifyCode} disabled={!ready} onSend={send} />
      <FormError text={shown['']} />
      <SubmitButton label={t('login.submit')} ready={ready} pending={pending} />
    </form>
  )
}
