import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { CODE_FIELD_LENGTH, isSixDigits } from '#lib/rules/codes.ts'
import { TASK_PROOF_LENGTH } from '#lib/rules/tasks.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useHold } from '#ui/modal.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useFieldError } from '../core/forms/field-error.ts'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { $resendAt, mailCode, type Task, verify } from './tasks-store.ts'
import { p } from './texts.ts'
import { useVerificationToast } from './verification-toast.ts'

/** Input of a task: the mailed code, or text for a reviewer. */
export function ProofDialog({ task }: { task: Task }) {
  const { t, locale } = useLanguage()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="btn btn-neutral btn-sm" onClick={() => setOpen(true)}>
        {p(task.status === 'failed' ? 'tasks.again' : 'tasks.verify')}
      </button>
      <Dialog open={open} onClose={close} title={locale === 'zh' ? task.titleZh : task.title} closeLabel={t('close')}>
        <ProofForm task={task} onDone={close} />
      </Dialog>
    </>
  )
}

function ProofForm({ task, onDone }: { task: Task; onDone: () => void }) {
  const t = useT()
  const { locale } = useLanguage()
  const showResult = useVerificationToast()
  const id = useId()
  const [proof, setProof] = useState('')
  const [busy, setBusy] = useState(false)
  const wrong = useFieldError<'proof'>()
  useHold(busy)
  const isMail = task.type === 'email'

  async function send(event: React.SyntheticEvent) {
    event.preventDefault()
    const text = proof.trim()
    const isRight = isMail ? isSixDigits(text) : text !== ''
    wrong.show(isRight ? undefined : { field: 'proof', text: p(isMail ? 'proof.codeEmpty' : 'proof.empty') })
    if (!isRight || busy) return
    setBusy(true)
    try {
      showResult(await verify(task.id, text))
      onDone()
    } catch (error) {
      wrong.show({ field: 'proof', text: actionErrorText(t, error) })
    } finally {
      setBusy(false)
    }
  }

  const error = wrong.errorOf('proof')
  const field = {
    id,
    value: proof,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-note`,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      wrong.typed('proof', setProof)(currentTarget.value),
  }
  return (
    <form ref={wrong.form} className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)}>
      <p className="text-muted break-words">{locale === 'zh' ? task.textZh : task.text}</p>
      <div>
        <label htmlFor={id} className="text-sm font-medium block mb-1.5">
          {p(isMail ? 'proof.code' : 'proof.label')}
        </label>
        {isMail ? (
          <div className={`input w-full h-12 pr-1.5 ${error ? 'border-error!' : ''}`}>
            <input {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_FIELD_LENGTH} />
            <SendCode
              onError={(text) => wrong.setWrong({ field: 'proof', text })}
              onSent={() => wrong.clear('proof')}
            />
          </div>
        ) : (
          <textarea {...field} className="input w-full h-32 py-2 whitespace-pre-wrap" maxLength={TASK_PROOF_LENGTH} />
        )}
        <p
          id={`${id}-note`}
          aria-live="polite"
          className={`mt-1.5 text-xs min-h-4 ${error ? 'text-error' : 'text-muted'}`}
        >
          {error ?? p(isMail ? 'proof.codeNote' : 'proof.note')}
        </p>
      </div>
      <SteadyButton type="submit" className="btn-primary btn-block" off={busy} aria-busy={busy}>
        {p(isMail ? 'tasks.verify' : 'proof.send')}
      </SteadyButton>
    </form>
  )
}

function SendCode({ onError, onSent }: { onError: (text: string) => void; onSent: () => void }) {
  const t = useT()
  const left = useCountdown({ deadline: useStore($resendAt), now: Date.now })
  const [sending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    await mailCode().then(onSent, (error: unknown) => onError(actionErrorText(t, error)))
    setSending(false)
  }
  return (
    <SteadyButton className="btn-sm num" off={left > 0 || sending} onClick={() => void send()}>
      {left > 0 ? p('proof.resendIn', { seconds: left }) : p('proof.sendCode')}
    </SteadyButton>
  )
}
