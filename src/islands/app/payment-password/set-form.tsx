import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { setPaymentPassword } from '#lib/contract/payment-password.ts'
import { CODE_FIELD_LENGTH, isSixDigits } from '#lib/rules/codes.ts'
import { paymentPasswordRefusal } from '#lib/rules/payment-password.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { useCountdown } from '#ui/countdown.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { type RefusalFields, useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { AccountPassword, takeFocus } from './account-password.tsx'
import { PinField } from './pin-field.tsx'
import { $resendAt, hasAccountPassword, mailCode, setPayment } from './store.ts'

type Field = 'pin' | 'again' | 'code' | 'password'

const refusals = {
  PAYMENT_PASSWORD_WEAK: 'pin',
  ACCOUNT_PASSWORD_WRONG: 'password',
  CODE_WRONG: 'code',
} satisfies Partial<RefusalFields<typeof setPaymentPassword, Field>>

interface SetFormProps {
  /**
   * The first setting takes the account's password, if it has one, or a mailed code; a change or reset takes a code.
   */
  isFirst: boolean
  /** Called with the text that confirms the change. */
  onDone: (text: string) => void
}

/** Sets the payment password, changes it, or resets it with a code from the mailbox. */
export function SetPaymentForm({ isFirst, onDone }: SetFormProps) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  /** Undefined until it is chosen. */
  const [chosen, choose] = useState<'code' | 'password'>()
  // Fixed when the form opens: at the end the state changes before it closes.
  const [mayChoose] = useState(() => isFirst && hasAccountPassword())
  const proof = mayChoose ? (chosen ?? 'password') : 'code'
  const { clear, errorOf, typed, ...form } = useForm<Field>({
    check() {
      const refusal = paymentPasswordRefusal(pin)
      if (refusal) return { field: 'pin', text: m(`payment.${refusal}`) }
      if (pin !== again) return { field: 'again', text: m('payment.mismatch') }
      if (proof === 'password') return password ? undefined : { field: proof, text: m('payment.passwordEmpty') }
      return isSixDigits(code) ? undefined : { field: proof, text: m('payment.codeEmpty') }
    },
    async send() {
      const until = await setPayment(pin, proof === 'code' ? { verifyCode: code } : { accountPassword: password })
      onDone(until === null ? m('payment.saved') : m('payment.savedHold', { time: utcDateTime(until) }))
      return undefined
    },
    refusals: { ...refusals, rest: proof },
  })

  return (
    <form {...form.props} className="grid gap-4">
      <PinField label={m('payment.new')} value={pin} onChange={typed('pin', setPin)} error={errorOf('pin')} />
      <PinField label={m('payment.again')} value={again} onChange={typed('again', setAgain)} error={errorOf('again')} />
      {proof === 'password' ? (
        <AccountPassword
          value={password}
          onChange={typed('password', setPassword)}
          error={errorOf('password')}
          focused={chosen !== undefined}
        />
      ) : (
        <MailedCode
          code={code}
          onChange={typed('code', setCode)}
          error={errorOf('code')}
          onSent={() => clear('code')}
          focused={chosen !== undefined}
        />
      )}
      {mayChoose && (
        <button
          type="button"
          className="link text-sm text-muted justify-self-start"
          onClick={() => choose(proof === 'code' ? 'password' : 'code')}
        >
          {m(proof === 'code' ? 'payment.byPassword' : 'payment.byCode')}
        </button>
      )}
      <p className="text-xs text-muted">{m(isFirst ? 'payment.rule' : 'payment.ruleHold')}</p>
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {m('payment.save')}
      </SteadyButton>
    </form>
  )
}

interface MailedCodeProps {
  code: string
  onChange: (code: string) => void
  error: string | undefined
  onSent: () => void
  /** True if it gets the focus when shown. */
  focused: boolean
}

function MailedCode({ code, onChange, error, onSent, focused }: MailedCodeProps) {
  const t = useT()
  const id = useId()
  const left = useCountdown({ deadline: useStore($resendAt), now: Date.now })
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await mailCode().then(
      () => {
        setProblem(undefined)
        onSent()
      },
      (failure) => setProblem(actionErrorText(t, failure)),
    )
    setSending(false)
  }
  const text = error ?? problem
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {m('payment.code')}
      </label>
      <div className={`input w-full h-12 pr-1.5 ${text ? 'border-error!' : ''}`}>
        <input
          ref={focused ? takeFocus : undefined}
          id={id}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_FIELD_LENGTH}
          value={code}
          aria-invalid={text !== undefined}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <SteadyButton className="btn-sm num" off={left > 0 || sending} onClick={() => void send()}>
          {left > 0 ? m('payment.resendIn', { seconds: left }) : m('payment.sendCode')}
        </SteadyButton>
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`mt-1.5 text-xs min-h-4 ${text ? 'text-error' : 'text-muted'}`}
      >
        {text ?? (left > 0 && m('payment.codeSent'))}
      </p>
    </div>
  )
}
