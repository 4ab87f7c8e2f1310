import { useStore } from '@nanostores/react'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import type { Translate } from '#lib/i18n/t.ts'
import * as icons from '#lib/illustration/icons.ts'
import { CODE_FIELD_LENGTH } from '#lib/rules/codes.ts'
import { passwordRules, satisfiesRule } from '#lib/rules/password.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { formCalls } from './late-calls.ts'
import type { FormMessages } from './messages.ts'
import { $captcha, $resend, resendAt } from './store.ts'

export type T = Translate<FormMessages>

interface FieldProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: string
  label: string
  error: string | undefined
  /** A button inside the field's frame. */
  action?: ReactNode
}

/** A labelled input; its error is shown below and announced with it. */
export function Field({ name, label, error, action, ...input }: FieldProps) {
  const id = useId()
  const invalid = error !== undefined
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {label}
      </label>
      <div className={`input w-full h-12 ${action ? 'pr-1.5' : ''} ${invalid ? 'border-error!' : ''}`}>
        <input
          id={id}
          name={name}
          aria-invalid={invalid}
          aria-describedby={invalid ? `${id}-error` : undefined}
          {...input}
        />
        {action}
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

/** An address that outlives its field, so that it stays when the sign-in method is changed. */
export interface Remembered {
  value: string
  onChange: (text: string) => void
}

export function EmailField({
  t,
  error,
  remembered,
}: {
  t: T
  error: string | undefined
  remembered?: Remembered | undefined
}) {
  return (
    <Field
      name="username"
      label={t('email')}
      error={error}
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      defaultValue={remembered?.value}
      onChange={(event) => remembered?.onChange(event.currentTarget.value)}
    />
  )
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className="mt-1.5 text-xs text-error flex items-center gap-1.5">
      <Icon path={icons.circleAlert} className="size-4" />
      {text}
    </p>
  )
}

/** Error of the whole form. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" tabIndex={-1} className="tone tone-error border rounded-field px-4 py-3 text-sm">
      {text}
    </p>
  )
}

export function PasswordField({ t, ...props }: FieldProps & { t: T }) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      className="btn btn-ghost btn-sm btn-square text-muted"
      aria-label={t(shown ? 'hidePassword' : 'showPassword')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon path={shown ? icons.eyeOff : icons.eye} />
    </button>
  )
  return <Field {...props} type={shown ? 'text' : 'password'} maxLength={64} action={toggle} />
}

/** The rules, each ticked when the password satisfies it. */
export function PasswordChecklist({ text, t }: { text: string; t: T }) {
  return (
    <ul className="-mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-xs" aria-label={t('rules.label')}>
      {passwordRules.map((rule) => {
        const isMet = satisfiesRule(rule, text)
        return (
          <li key={rule} className={`flex items-center gap-1.5 ${isMet ? 'text-success' : 'text-muted'}`}>
            <Icon path={isMet ? icons.check : icons.minus} className="size-4" />
            {t(`rules.${rule}`)}
            <span className="sr-only">{t(isMet ? 'rules.kept' : 'rules.open')}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface CodeFieldProps {
  t: T
  /** The address for the code, while it is typed. */
  address: string
  error: string | undefined
  disabled: boolean
  onSend: () => Promise<void>
}

/** The field of a mailed code, with a button that sends one and then counts down. */
export function CodeField({ t, address, error, disabled, onSend }: CodeFieldProps) {
  const left = useCountdown({ deadline: resendAt(useStore($resend), address), now: Date.now })
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await onSend()
    setSending(false)
  }
  const button = (
    <SteadyButton className="btn-sm num" disabled={disabled} off={sending || left > 0} onClick={() => void send()}>
      {left > 0 ? t('resendIn', { seconds: left }) : t('sendCode')}
    </SteadyButton>
  )
  return (
    <div>
      <Field
        name="verifyCode"
        label={t('code')}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_FIELD_LENGTH}
        action={button}
      />
      <p className="mt-1.5 text-xs text-muted" aria-live="polite">
        {left > 0 && t('codeSent')}
      </p>
    </div>
  )
}

/** Shown only when the service requires it. */
export function CaptchaField({ t, error, username }: { t: T; error: string | undefined; username: () => string }) {
  const captcha = useStore($captcha)
  const refresh = (name: string) =>
    void formCalls().then(
      ({ refreshCaptcha }) => refreshCaptcha(name),
      () => undefined,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form that is shown
  useEffect(() => refresh(''), [])
  if (!captcha) return null
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <img
          src={captcha.img}
          alt={t('captchaAlt')}
          width={150}
          height={50}
          className="h-12 w-auto rounded-field border border-line"
        />
        <button type="button" className="btn btn-ghost btn-sm text-muted" onClick={() => refresh(username())}>
          {t('captchaOther')}
        </button>
      </div>
      <Field
        key={captcha.uuid}
        name="captcha"
        label={t('captcha')}
        error={error}
        autoComplete="off"
        autoCapitalize="off"
      />
    </div>
  )
}

export function SubmitButton({ label, ready, pending }: { label: string; ready: boolean; pending: boolean }) {
  return (
    <button
      type="submit"
      className={`btn btn-primary btn-block h-12 text-base ${pending ? 'glow' : ''}`}
      disabled={!ready}
      aria-busy={pending}
    >
      {label}
    </button>
  )
}
