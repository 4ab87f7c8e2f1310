import { useEffect, useId, useState } from 'react'
import { localize } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { Icon } from '#ui/icon.tsx'
import { useCodeSending, usernameIn } from './code-sending.ts'
import {
  CaptchaField,
  CodeField,
  Field,
  FieldError,
  FormError,
  PasswordChecklist,
  PasswordField,
  SubmitButton,
  type T,
} from './fields.tsx'
import { useForm } from './form.ts'
import type { FormProps } from './login.tsx'
import { Registration } from './schemas.ts'
import { leaveWhenSignedIn, openForm, register, rememberedInvite } from './store.ts'

export function RegisterForm({ locale, messages }: FormProps) {
  const t = createT(messages, locale)
  const [invite, setInvite] = useState<string>()
  const { errors, pending, ready, form } = useForm({
    schema: Registration,
    submit: (values) => register(values, t),
    say: (key) => t(key as never),
  })
  const { sendErrors, send } = useCodeSending('register', form.ref, t)
  useEffect(() => {
    openForm(locale)
    leaveWhenSignedIn()
    setInvite(rememberedInvite() || undefined)
  }, [locale])
  const shown = { ...sendErrors, ...errors }
  return (
    <form {...form} className="grid gap-4">
      <Field
        name="username"
        label={t('email')}
        error={shown.username}
        type="email"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <CaptchaField t={t} error={shown.captcha} username={() => usernameIn(form.ref)} />
      <CodeField t={t} error={shown.verifyCode} disabled={!ready} onSend={send} />
      <NewPassword t={t} errors={shown} />
      <InviteCode t={t} error={shown.inviteCode} invite={invite} />
      <Terms t={t} error={shown.terms} terms={localize('/terms', locale)} privacy={localize('/privacy', locale)} />
      <FormError text={shown['']} />
      <SubmitButton label={t('register.submit')} ready={ready} pending={pending} />
    </form>
  )
}

/** A new password with its live checklist, and the same again. */
export function NewPassword({ t, errors }: { t: T; errors: Readonly<Record<string, string>> }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const differs = confirm !== '' && confirm.length >= password.length && confirm !== password
  return (
    <>
      <PasswordField
        t={t}
        name="password"
        label={t('password')}
        error={errors.password}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordChecklist t={t} text={password} />
      <PasswordField
        t={t}
        name="confirm"
        label={t('confirm')}
        error={differs ? t('errors.mismatch') : confirm === password ? undefined : errors.confirm}
        autoComplete="new-password"
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
    </>
  )
}

function InviteCode({ t, error, invite }: { t: T; error: string | undefined; invite: string | undefined }) {
  return (
    <details className="group" open={invite !== undefined || error !== undefined}>
      <summary className="flex items-center gap-2 text-sm font-medium text-muted cursor-pointer list-none py-1">
        <Icon name="lucide--plus" className="size-4 group-open:rotate-45 transition-transform" />
        {t('register.haveInvite')}
      </summary>
      <div className="mt-2">
        <Field
          key={invite}
          name="inviteCode"
          label={t('register.invite')}
          error={error}
          defaultValue={invite}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={16}
        />
      </div>
    </details>
  )
}

function Terms({ t, error, terms, privacy }: { t: T; error: string | undefined; terms: string; privacy: string }) {
  const id = useId()
  return (
    <div>
      <div className="flex gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          name="terms"
          className="checkbox checkbox-primary checkbox-sm"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <span className="text-muted">
          <label htmlFor={id}>{t('register.agree')}</label>{' '}
          <a className="link text-base-content" href={terms} target="_blank" rel="noopener">
            {t('register.terms')}
          </a>{' '}
          {t('register.and')}{' '}
          <a className="link text-base-content" href={privacy} target="_blank" rel="noopener">
            {t('register.privacy')}
          </a>
          {t('register.stop')}
        </span>
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
