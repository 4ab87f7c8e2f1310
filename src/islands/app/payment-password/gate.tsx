import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FieldsSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { m } from '../core/texts/money.ts'
import { SetPaymentForm } from './set-form.tsx'
import { $payment } from './store.ts'

/** Title of a dialog behind the gate: setting the payment password has its own title. */
export const useGateTitle = (title: string): string =>
  useStore($payment).data?.state === 'unset' ? m('payment.set') : title

/** Requires the payment password; without one, shows the form that sets it (SPEC-5.10, SPEC-5.11). */
export function PaymentGate({ children }: { children: ReactNode }) {
  const first = useStore($payment).data?.state === 'unset'
  const [setting, setSetting] = useState(false)
  const [saved, setSaved] = useState('')
  const part = useFocusedStep(!first ? 'open' : setting ? 'setting' : 'unset')
  return (
    <div ref={part}>
      <div role="status" className={saved && 'mb-4'}>
        {saved && (
          <Status tone="success" mark="on">
            {saved}
          </Status>
        )}
      </div>
      <Loaded store={$payment} skeleton={<FieldsSkeleton fields={4} />} flush>
        {() => {
          if (!first) return children
          if (setting) return <SetPaymentForm isFirst onDone={setSaved} />
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
    </div>
  )
}

/**
 * For a part whose steps take each other's place: the first field of a step that comes gets the focus, also when what it
 * shows has still to be read.
 */
function useFocusedStep(step: string) {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const focusFirst = () => {
      const field = part.current?.querySelector<HTMLElement>('input, select')
      field?.focus()
      return field !== undefined && field !== null
    }
    if (!part.current || focusFirst()) return
    const coming = new MutationObserver(() => {
      // Keeps the focus if the user has moved it meanwhile.
      if (document.activeElement !== document.body && !part.current?.contains(document.activeElement))
        coming.disconnect()
      else if (focusFirst()) coming.disconnect()
    })
    coming.observe(part.current, { childList: true, subtree: true })
    return () => coming.disconnect()
  }, [step])
  return part
}
