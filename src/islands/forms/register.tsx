import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { type Locale, localize, wordSpace } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import * as icons from '#lib/illustration/icons.ts'
import { INVITE_FIELD_LENGTH } from '#lib/rules/invitations.ts'
import { Icon } from '#ui/icon.tsx'
import { Field, FieldError, FormError, SubmitButton, type T } from './fields.tsx'
import { useForm } from './form.ts'
import { LateSignInMethods } from './late-methods.tsx'
import type { FormProps } from './login.tsx'
import { MailedCode } from './mailed-code.tsx'
import { NewPassword } from './new-password.tsx'
import { $secondStep, leaveWhenSignedIn, openForm, rememberedInvite } from './store.ts'

interface RegisterProps extends FormProps {
  /** Destination after registration, in place of the requested address. */
  next?: string
}

export function RegisterForm({ locale, messages, next }: RegisterProps) {
  const t = createT(messages, locale)
  const [invite, setInvite] = useState<string>()
  const state = useForm({
    schema: ({ Registration }) => Registration,
    submit: (values, { register }) => register(values, t, next),
    say: (key) => t(key as never),
    offline: t('errors.offline'),
  })
  useEffect(() => {
    openForm()
    leaveWhenSignedIn()
    setInvite(rememberedInvite() || undefined)
  }, [])
  const { errors } = state
  const secondStep = useStore($secondStep)
  if (secondStep) return secondStep
  return (
    <div className="grid gap-5">
      <form {...state.form} className="grid gap-4">
        <MailedCode t={t} scene="register" state={state} />
        <NewPassword t={t} errors={errors} />
        <InviteCode t={t} error={errors.inviteCode} invite={invite} />
        <Terms t={t} locale={locale} error={errors.terms} />
        <FormError text={errors['']} />
        <SubmitButton label={t('register.submit')} ready={state.ready} pending={state.pending} />
      </form>
      {!next && <LateSignInMethods t={t} locale={locale} />}
    </div>
  )
}

function InviteCode({ t, error, invite }: { t: T; error: string | undefined; invite: string | undefined }) {
  // Once opened by an error, it stays open.
  const [open, setOpen] = useState(false)
  return (
    <details
      className="group"
      open={open || invite !== undefined || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex items-center gap-2 text-sm font-medium text-muted cursor-pointer list-none py-1">
        <Icon path={icons.plus} className="size-4 group-open:rotate-45 transition-transform" />
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
          maxLength={INVITE_FIELD_LENGTH}
        />
      </div>
    </details>
  )
}

function Terms({ t, locale, error }: { t: T; locale: Locale; error: string | undefined }) {
  const id = useId()
  const space = wordSpace[locale]
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
          <label htmlFor={id}>{t('register.agree')}</label>
          {space}
          <a className="link text-base-content" href={localize('/terms', locale)} target="_blank" rel="noopener">
            {t('register.terms')}
          </a>
          {space}
          {t('register.and')}
          {space}
          <a className="link text-base-content" href={localize('/privacy', locale)} target="_blank" rel="noopener">
            {t('register.privacy')}
          </a>
          {t('register.stop')}
        </span>
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
