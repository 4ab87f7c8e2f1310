import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { CODE_FIELD_LENGTH, crockfordCode, isSixDigits } from '#lib/rules/codes.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { useCountdown } from '#ui/countdown.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import type { Errors } from './errors.ts'
import { Field, FormError, SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'
import { type LateT, lateTexts } from './late.ts'
import {
  $lostResendAt,
  mailLostFactorCode,
  passSecondFactor,
  reportLostFactor,
  returnToFirstStep,
} from './second-factor-store.ts'
import { $secondStep } from './store.ts'

/** Replaces the form by the second step; rejects if its texts cannot be loaded. */
export async function showSecondStep(ticket: string): Promise<Errors> {
  const t = await lateTexts()
  $secondStep.set(<SecondStep key={ticket} t={t} ticket={ticket} />)
  return {}
}

interface StepProps {
  t: LateT
  ticket: string
}

function SecondStep({ t, ticket }: StepProps) {
  const [isLost, lose] = useState(false)
  return (
    <div className="grid gap-4">
      {isLost ? <Lost t={t} ticket={ticket} /> : <Code t={t} ticket={ticket} onLost={() => lose(true)} />}
      <button
        type="button"
        className="link link-hover text-sm text-muted justify-self-start"
        onClick={returnToFirstStep}
      >
        {t('second.back')}
      </button>
    </div>
  )
}

/** Heading of a form that replaces another; gets the focus. */
function Heading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <h2 ref={ref} tabIndex={-1} className="title text-xl outline-none">
      {children}
    </h2>
  )
}

const FactorForm = (t: LateT) =>
  v.object({
    factorCode: v.pipe(
      v.string(),
      v.check((text) => crockfordCode(text).length >= 6, t('second.empty')),
    ),
  })

function Code({ t, ticket, onLost }: StepProps & { onLost: () => void }) {
  const { form, errors, ready, pending } = useForm({
    schema: () => FactorForm(t),
    submit: ({ factorCode }) => passSecondFactor(ticket, factorCode, t),
    say: (text) => text,
    offline: t('offline'),
  })
  return (
    <form {...form} className="grid gap-4">
      <Heading>{t('second.title')}</Heading>
      <p className="text-muted">{t('second.text')}</p>
      <Field
        name="factorCode"
        label={t('second.code')}
        error={errors.factorCode}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={CODE_FIELD_LENGTH}
      />
      <FormError text={errors['']} />
      <SubmitButton label={t('second.submit')} ready={ready} pending={pending} />
      <button type="button" className="link link-hover text-sm text-muted justify-self-start" onClick={onLost}>
        {t('second.lost')}
      </button>
    </form>
  )
}

const LostForm = (t: LateT) => v.object({ verifyCode: v.pipe(v.string(), v.check(isSixDigits, t('codeForm'))) })

function Lost({ t, ticket }: StepProps) {
  const [until, setUntil] = useState<number>()
  const { form, errors, ready, pending, show } = useForm({
    schema: () => LostForm(t),
    async submit({ verifyCode }) {
      const answer = await reportLostFactor(ticket, verifyCode, t)
      if (typeof answer !== 'number') return answer
      setUntil(answer)
      return undefined
    },
    say: (text) => text,
    offline: t('offline'),
  })
  if (until !== undefined)
    return (
      <div className="panel p-6 grid gap-2" role="status">
        <Heading>{t('lost.doneTitle')}</Heading>
        <p className="text-muted">{t('lost.done', { time: utcDateTime(until) })}</p>
      </div>
    )
  return (
    <form {...form} className="grid gap-4">
      <Heading>{t('lost.title')}</Heading>
      <p className="text-muted">{t('lost.text')}</p>
      <Field
        name="verifyCode"
        label={t('lost.code')}
        error={errors.verifyCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_FIELD_LENGTH}
        action={<SendCode t={t} onSend={async () => show(await mailLostFactorCode(ticket, t), ['verifyCode', ''])} />}
      />
      <FormError text={errors['']} />
      <SubmitButton label={t('lost.submit')} ready={ready} pending={pending} />
    </form>
  )
}

function SendCode({ t, onSend }: { t: LateT; onSend: () => Promise<void> }) {
  const left = useCountdown({ deadline: useStore($lostResendAt), now: Date.now })
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await onSend()
    setSending(false)
  }
  return (
    <SteadyButton className="btn-sm num" off={sending || left > 0} onClick={() => void send()}>
      {left > 0 ? t('lost.resendIn', { seconds: left }) : t('lost.send')}
    </SteadyButton>
  )
}
