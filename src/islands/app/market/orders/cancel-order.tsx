import { useState } from 'react'
import type { Order } from '#lib/contract/orders.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { m } from '../texts.ts'
import { cancel } from './store.ts'

/** Cancels an unpaid order, after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-ghost text-muted h-12" onClick={() => setOpen(true)}>
        {m('cancel.act')}
      </button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={m('cancel.title')}
        text={m('cancel.text', { amount: formatMoney(order.amount) })}
        cancel={m('cancel.keep')}
        confirm={m('cancel.act')}
        act={() => cancel(order)}
        done={m('cancel.done')}
      />
    </>
  )
}
