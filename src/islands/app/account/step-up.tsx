import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { prove as proveCall } from '#lib/contract/security.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { LabelledField } from '../core/forms/labelled-field.tsx'
import { type RefusalFields, useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { FactorField, factorFieldRefusals } from '../payment-password/index.ts'
import { $factor, $proveResendAt, mailProveCode, needsFactorCode, needsProof, prove } from './factor-store.ts'
import { a } from './texts.ts'

type Act = () => Promise<void>

/**
 * Runs actions that require a recently proven session. If the proof is too old, the dialog asks for it first, and the
 * action follows. Other failures are a toast. `busy` while one runs.
 */
export function useStepUp() {
  const t = useT()
  const [waiting, wait] = useState<Act>()
  const [busy, setBusy] = useState(false)
  const run = async (act: Act): Promise<void> => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      if (needsProof(error)) wait(() => act)
      else toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => wait(undefined)
  const dialog = (
    <Dialog open={waiting !== undefined} onClose={close} title={a('prove.title')} closeLabel={t('close')}>
      <ProveForm
        onDone={() => {
          close()
          if (waiting) void run(waiting)
        }}
      />
    </Dialog>
  )
  return { run, busy, dialog }
}

/** All refusals concern the password or the mailed code, except the second factor's. */
const refusals: RefusalFields<typeof proveCall, 'first' | 'factor'> = { ...factorFieldRefusals, rest: 'first' }

function ProveForm({ onDone }: { onDone: () => void }) {
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [first, setFirst] = useState('')
  const [factor, setFactor] = useState('')
  const [isFactorRequired, ask] = useState(false)
  const needsFactor = (useStore($factor).data?.since ?? null) !== null || isFactorRequired
  const form = useForm({
    check() {
      if (first.trim() === '') return { field: 'first', text: a(`prove.${by}Empty`) }
      return needsFactor && factor.trim() === '' ? { field: 'factor', text: a('prove.factorEmpty') } : undefined
    },
    async send() {
      await prove({ by, first: by === 'code' ? first.trim() : first, factor: factor.trim() }).catch((error) => {
        if (needsFactorCode(error)) ask(true)
        throw error
      })
      onDone()
      return undefined
    },
    refusals,
    onFailed: () => setFactor(''),
  })
  const error = form.errorOf('first')
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted">{a('prove.text')}</p>
      <LabelledField label={a(`prove.${by}`)} error={error}>
        {(id) => (
          <div className={`input w-full h-12 ${by === 'code' ? 'pr-1.5' : ''} ${error ? 'border-error!' : ''}`}>
            <input
              key={by}
              id={id}
              type={by === 'password' ? 'password' : 'text'}
              inputMode={by === 'password' ? 'text' : 'numeric'}
              autoComplete={by === 'password' ? 'current-password' : 'one-time-code'}
              maxLength={64}
              value={first}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-error`}
              onChange={({ currentTarget }) => form.typed('first', setFirst)(currentTarget.value)}
            />
            {by === 'code' && <SendCode onError={(text) => form.setWrong({ field: 'first', text })} />}
          </div>
        )}
      </LabelledField>
      {needsFactor && (
        <FactorField value={factor} onChange={form.typed('factor', setFactor)} error={form.errorOf('factor')} />
      )}
      <button
        type="button"
        className="link text-sm text-muted justify-self-start"
        onClick={() => {
          setBy(by === 'password' ? 'code' : 'password')
          setFirst('')
          form.clear('first')
        }}
      >
        {a(by === 'password' ? 'prove.byCode' : 'prove.byPassword')}
      </button>
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {a('prove.go')}
      </SteadyButton>
    </form>
  )
}

function SendCode({ onError }: { onError: (text: string) => void }) {
  const t = useT()
  const left = useCountdown({ deadline: useStore($proveResendAt), now: Date.now })
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await mailProveCode().catch((error: unknown) => onError(actionErrorText(t, error)))
    setSending(false)
  }
  return (
    <SteadyButton className="btn-sm num" off={left > 0 || sending} onClick={() => void send()}>
      {left > 0 ? a('prove.resendIn', { seconds: left }) : a('prove.send')}
    </SteadyButton>
  )
}
