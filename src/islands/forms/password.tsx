import { useEffect, useRef, useState } from 'react'
import { localize } from '#lib/i18n/locales.ts'
import { createT } from '#lib/i18n/t.ts'
import { FormError, SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'
import type { FormProps } from './login.tsx'
import { MailedCode } from './mailed-code.tsx'
import { NewPassword } from './new-password.tsx'
import { openForm } from './store.ts'

export function PasswordForm({ locale, messages }: FormProps) {
  const t = createT(messages, locale)
  const [done, setDone] = useState(false)
  const state = useForm({
    schema: ({ Reset }) => Reset,
    submit: async (values, { resetPassword }) => {
      const problems = await resetPassword(values, t)
      if (!problems) setDone(true)
      return problems
    },
    say: (key) => t(key as never),
    offline: t('errors.offline'),
  })
  useEffect(openForm, [])
  if (done)
    return (
      <Done title={t('reset.done')} text={t('reset.doneText')} link={t('signIn')} href={localize('/login', locale)} />
    )
  const { errors } = state
  return (
    <form {...state.form} className="grid gap-4">
      <MailedCode t={t} scene="reset" state={state} />
      <NewPassword t={t} errors={errors} />
      <FormError text={errors['']} />
      <SubmitButton label={t('reset.submit')} ready={state.ready} pending={state.pending} />
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
