import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { FieldsSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../loaded.tsx'
import { m } from '../money-texts.ts'
import { SetPaymentForm } from './set-form.tsx'
import { $payment } from './store.ts'

/** What asks for the payment password; without one, the way to set it comes first (specification 5). */
export function PaymentGate({ children }: { children: ReactNode }) {
  const first = useStore($payment).data?.state === 'unset'
  const [setting, setSetting] = useState(false)
  return (
    <Loaded store={$payment} skeleton={<FieldsSkeleton fields={4} />} flush>
      {() => {
        if (!first) return children
        if (setting) return <SetPaymentForm isFirst onDone={() => setSetting(false)} />
        return (
          <div className="grid gap-4 justify-items-start">
            <p className="text-muted">{m('payment.notSet')}</p>
            <button type="button" className="btn btn-primary" onClick={() => setSetting(true)}>
              {m('payment.set')}
            </button>
          </div>
        )
      }}
    </Loaded>
  )
}
