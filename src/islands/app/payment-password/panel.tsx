import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PaymentPasswordState } from '#lib/contract/payment-password.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Dialog } from '#ui/dialog.tsx'
import { PanelHead } from '#ui/panel-head.tsx'
import { Status, type Tone } from '#ui/status.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { serviceMs } from '../core/calls/service-clock.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { durationText } from '../devices/index.ts'
import { SetPaymentForm } from './set-form.tsx'
import { $payment } from './store.ts'

const states = {
  unset: ['warning', 'off', 'unset'],
  ready: ['success', 'on', 'isSet'],
  locked: ['error', 'half', 'locked'],
  resetNeeded: ['error', 'off', 'locked'],
} as const satisfies Record<PaymentPasswordState['state'], readonly [Tone, 'on' | 'half' | 'off', string]>

/** On the account screen: state of the payment password, and setting or changing it. */
export function PaymentPanel() {
  const payment = useStore($payment).data
  const [tone, mark, word] = states[payment?.state ?? 'ready']
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="payment">
      <PanelHead
        id="payment"
        title={m('payment.title')}
        text={m('payment.text')}
        status={
          payment && (
            <Status tone={tone} mark={mark}>
              {m(`payment.${word}`)}
            </Status>
          )
        }
        action={payment && <SetPaymentButton isFirst={payment.state === 'unset'} />}
      />
      <Loaded store={$payment} skeleton={null} flush>
        {(current) => <Note payment={current} />}
      </Loaded>
    </section>
  )
}

/** Why it cannot be used, and until when. */
function Note({ payment }: { payment: PaymentPasswordState }) {
  if (payment.state === 'locked') return <Locked until={payment.until} />
  if (payment.state === 'resetNeeded') return <p className="text-sm mt-3">{m('payment.resetNeeded')}</p>
  return null
}

function Locked({ until }: { until: number }) {
  const t = useT()
  const left = useCountdown({ deadline: until * 1000, now: serviceMs, onEnd: () => void $payment.reload() })
  return (
    <p className="text-sm mt-3" title={m('yourTime', { time: localDateTime(until) })}>
      <UnbrokenDates text={m('payment.lockedUntil', { time: utcDateTime(until), left: durationText(t, left + 59) })} />
    </p>
  )
}

interface SetPaymentButtonProps {
  isFirst: boolean
  className?: string
  /** In place of what the dialog is called. */
  label?: string
}

/** The button and its dialog. */
export function SetPaymentButton({ isFirst, className = 'btn btn-line btn-sm', label }: SetPaymentButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const title = m(isFirst ? 'payment.set' : 'payment.change')
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {label ?? title}
      </button>
      <Dialog open={open} onClose={close} title={title} closeLabel={t('close')}>
        <SetPaymentForm
          isFirst={isFirst}
          onDone={(text) => {
            toast('success', text)
            close()
          }}
        />
      </Dialog>
    </>
  )
}
