import { useState } from 'react'
import type { PaymentPasswordState } from '#lib/contract/payment-password.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { serviceMs } from '../core/calls/service-clock.ts'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { durationText } from '../devices/index.ts'
import { SetPaymentForm } from './set-form.tsx'
import { $payment } from './store.ts'

/** On the account screen: state of the payment password, and setting or changing it. */
export function PaymentPanel() {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="payment">
      <h2 id="payment" className="title text-lg">
        {m('payment.title')}
      </h2>
      <p className="text-sm text-muted mt-1">{m('payment.text')}</p>
      <div className="mt-4 min-h-[4.5rem]">
        <Loaded store={$payment} skeleton={<LinesSkeleton lines={3} />} flush>
          {(payment) => (
            <div className="grid gap-2 justify-items-start">
              <StateLine payment={payment} />
              <SetPaymentButton isFirst={payment.state === 'unset'} />
            </div>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function StateLine({ payment }: { payment: PaymentPasswordState }) {
  if (payment.state === 'unset')
    return (
      <Status tone="warning" mark="off">
        {m('payment.unset')}
      </Status>
    )
  if (payment.state === 'ready')
    return (
      <Status tone="success" mark="on">
        {m('payment.isSet')}
      </Status>
    )
  if (payment.state === 'locked') return <Locked until={payment.until} />
  return (
    <>
      <Status tone="error" mark="off">
        {m('payment.locked')}
      </Status>
      <p className="text-sm">{m('payment.resetNeeded')}</p>
    </>
  )
}

function Locked({ until }: { until: number }) {
  const t = useT()
  const left = useCountdown({ deadline: until * 1000, now: serviceMs, onEnd: () => void $payment.reload() })
  return (
    <>
      <Status tone="error" mark="half">
        {m('payment.locked')}
      </Status>
      <p className="text-sm" title={m('yourTime', { time: localDateTime(until) })}>
        <UnbrokenDates
          text={m('payment.lockedUntil', { time: utcDateTime(until), left: durationText(t, left + 59) })}
        />
      </p>
    </>
  )
}

interface SetPaymentButtonProps {
  isFirst: boolean
  className?: string
  /** In place of what the dialog is called. */
  label?: string
}

/** The button and its dialog. */
export function SetPaymentButton({ isFirst, className = 'btn btn-line btn-sm mt-2', label }: SetPaymentButtonProps) {
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
