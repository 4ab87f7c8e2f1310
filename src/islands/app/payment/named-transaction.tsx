import { useState } from 'react'
import type { Deposit } from '#lib/contract/deposits.ts'
import { transactionIdIn } from '#lib/rules/payments.ts'
import type payment from '#locales/en/payment.json'
import { SteadyButton } from '#ui/steady-button.tsx'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { texts } from '../core/texts/texts.ts'

const m = texts<typeof payment>('payment')

export interface NamedTransactionProps {
  network: string
  /** The last named transaction. */
  named: Deposit['named']
  onName: (transactionId: string) => Promise<unknown>
}

/** The form that names a transaction, and the state of the named one. */
export function NamedTransaction({ network, named, onName }: NamedTransactionProps) {
  const [text, setText] = useState('')
  const form = useForm<'id'>({
    check: () => (transactionIdIn(text, network) ? undefined : { field: 'id', text: m('invalid') }),
    async send() {
      await onName(transactionIdIn(text, network) ?? '')
      setText('')
      return undefined
    },
    refusals: { rest: 'id' },
  })
  return (
    <>
      <p className="text-sm text-muted">{m('text')}</p>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
        <TextField
          label={m('field')}
          value={text}
          onChange={form.typed('id', setText)}
          error={form.errorOf('id')}
          maxLength={300}
          isCode
        />
        <SteadyButton type="submit" className="btn-line justify-self-start" off={form.busy} aria-busy={form.busy}>
          {m('look')}
        </SteadyButton>
      </form>
      <div aria-live="polite" className="text-sm empty:hidden">
        {named && (
          <>
            <p className="code break-all">{named.transactionId}</p>
            <p className={`mt-1 ${faulty.has(named.state) ? 'text-error' : 'text-muted'}`}>{m(named.state)}</p>
          </>
        )}
      </div>
    </>
  )
}

const faulty: ReadonlySet<string> = new Set(['nothing', 'reverted', 'unknown'])
