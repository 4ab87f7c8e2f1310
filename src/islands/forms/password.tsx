import { useEffect, useRef, useState } from 'react'
import { localize } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { useCodeSending, usernameIn } from './code-sending.ts'
import { CaptchaField, CodeField, Field, FormError, SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'
import type { FormProps } from './login.tsx'
import { NewPassword } from './register.tsx'
import { Reset } from './schemas.ts'
import { openForm, resetPassword } from './store.ts'

export function PasswordForm({ locale, messages }: FormProps) {
  const t = createT(messages, locale)
  const [done, setDone] = useState(false)
  const { errors, pending, ready, form } = useForm({
    schema: Reset,
    submit: async (values) => {
      const problems = await resetPassword(values, t)
      if (!problems) setDone(true)
      return problems
    },
    say: (key) => t(key as never),
  })
  const { sendErrors, send } = useCodeSending('reset', form.ref, t)
  useEffect(() => openForm(locale), [locale])
  if (done)
    return (
      <Done title={t('reset.done')} text={t('reset.doneText')} link={t('signIn')} href={localize('/login', locale)} />
    )
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
      <FormError text={shown['']} />
      <SubmitButton label={t('reset.submit')} ready={ready} pending={pending} />
    </form>
  )
}

function Done({ title, text, link, href }: { title: string; text: string; link: string; href: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="panel p-6" role="status">
      <h2 ref={heading} tabIndex={-1} className="title text-xl">
        {title}
      </h2>
      <p className="mt-2 text-muted">{text}</p>
      <a className="btn btn-primary h-12 px-6 text-base mt-5" href={href}>
        {link}
      </a>
    </div>
  )
}
