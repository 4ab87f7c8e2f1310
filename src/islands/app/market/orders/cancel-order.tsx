import { useState } from 'react'
import type { Order } from '#lib/contract/orders.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actFault } from '../../calls/sentence.ts'
import { useT } from '../../texts/i18n.ts'
import { m } from '../texts.ts'
import { cancel } from './store.ts'

/** Cancels an unpaid order, after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(false)
  const run = async () => {
    setBusy(true)
    try {
      await cancel(order)
      toast('success', m('cancel.done'))
    } catch (error) {
      toast('error', actFault(t, error))
    } finally {
      setBusy(false)
      close()
    }
  }
  const footer = (
    <>
      <SteadyButton className="btn-line" off={busy} onClick={close}>
        {m('cancel.keep')}
      </SteadyButton>
      <SteadyButton className="btn-neutral" off={busy} aria-busy={busy} onClick={() => void run()}>
        {m('cancel.act')}
      </SteadyButton>
    </>
  )
  return (
    <>
      <button type="button" className="btn btn-ghost text-muted h-12" onClick={() => setOpen(true)}>
        {m('cancel.act')}
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={m('cancel.title')}
        closeLabel={t('close')}
        footer={footer}
        dismissable={!busy}
      >
        <p className="text-muted">{m('cancel.text', { amount: formatMoney(order.amount) })}</p>
      </Dialog>
    </>
  )
}
