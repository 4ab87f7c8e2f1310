import { useStore } from '@nanostores/react'
import { startTransition, useActionState, useEffect, useState } from 'react'
import * as v from 'valibot'
import { $pendingSite, cancelAuthorization } from '#lib/oauth/popup.ts'
import { CODE_FIELD_LENGTH, isSixDigits } from '#lib/rules/codes.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { Field, FormError, SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'
import { GoogleMark } from './google-mark.tsx'
import { linkGoogle, mailLinkCode, type Outcome, resumeGoogle, signInByGoogle } from './google-store.ts'
import type { LateT } from './late.ts'
import { showSecondStep } from './second-factor.tsx'
import { $secondStep } from './store.ts'

/** Continues with the next required step of a sign-in; otherwise shows its error. */
async function follow(outcome: Outcome | undefined, t: LateT): Promise<string | undefined> {
  if (outcome?.factorTicket) await showSecondStep(outcome.factorTicket)
  else if (outcome?.link) $secondStep.set(<LinkStep t={t} {...outcome.link} />)
  return outcome?.text
}

export function GoogleButton({ t }: { t: LateT }) {
  const [resumed, setResumed] = useState<string>()
  useEffect(() => void resumeGoogle(t).then((outcome) => follow(outcome, t).then(setResumed)), [t])
  const [error, enter, pending] = useActionState<string | undefined>(
    async () => follow(await signInByGoogle(t), t),
    undefined,
  )
  return (
    <>
      <button
        type="button"
        className="btn btn-line btn-block h-12 text-base"
        aria-busy={pending}
        onClick={() => !pending && startTransition(enter)}
      >
        <GoogleMark />
        {t('ways.google')}
      </button>
      <Waiting t={t} />
      <FormError text={pending ? undefined : (error ?? resumed)} />
    </>
  )
}

/** Shown while Google's popup is open: where to continue, and a cancel button in case the popup is hidden. */
function Waiting({ t }: { t: LateT }) {
  if (useStore($pendingSite) !== 'google') return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted" role="status">
      {t('ways.waiting')}
      <button type="button" className="btn btn-ghost btn-sm" onClick={cancelAuthorization}>
        {t('ways.cancel')}
      </button>
    </p>
  )
}

interface LinkStepProps {
  t: LateT
  ticket: string
  username: string
}

/** An account with the same address is linked once its mailbox is proven. */
function LinkStep({ t, ticket, username }: LinkStepProps) {
  const [sending, setSending] = useState(false)
  const { form, errors, ready, pending, show } = useForm({
    schema: () => v.object({ verifyCode: v.pipe(v.string(), v.check(isSixDigits, t('codeForm'))) }),
    async submit({ verifyCode }) {
      const text = await follow(await linkGoogle(ticket, verifyCode, t), t)
      return text ? { verifyCode: text } : undefined
    },
    say: (text) => text,
    offline: t('offline'),
  })
  const send = async () => {
    setSending(true)
    const text = await mailLinkCode(username, t)
    show(text ? { verifyCode: text } : {}, ['verifyCode'])
    setSending(false)
  }
  return (
    <form {...form} className="grid gap-4">
      <h2 className="title text-xl">{t('google.title')}</h2>
      <p className="text-muted break-words">{t('google.text', { email: username })}</p>
      <Field
        name="verifyCode"
        label={t('lost.code')}
        error={errors.verifyCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_FIELD_LENGTH}
        action={
          <SteadyButton className="btn-sm" off={sending} onClick={() => void send()}>
            {t('lost.send')}
          </SteadyButton>
        }
      />
      <SubmitButton label={t('google.submit')} ready={ready} pending={pending} />
      <button
        type="button"
        className="link link-hover text-sm text-muted justify-self-start"
        onClick={() => $secondStep.set(undefined)}
      >
        {t('second.back')}
      </button>
    </form>
  )
}
