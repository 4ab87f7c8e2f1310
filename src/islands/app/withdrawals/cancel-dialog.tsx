import { useState } from 'react'
import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actFault } from '../calls/sentence.ts'
import { useT } from '../texts/i18n.ts'
import { m } from '../texts/money.ts'
import { cancelOne } from './store.ts'

/** Cancels a withdrawal in review, after a question. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await cancelOne(withdrawal._id)
      toast('success', m('withdrawals.cancelledToast'))
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
        {m('withdrawals.keep')}
      </SteadyButton>
      <SteadyButton className="btn-neutral" off={busy} aria-busy={busy} onClick={() => void cancel()}>
        {m('withdrawals.cancel')}
      </SteadyButton>
    </>
  )
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen(true)}>
        {t('cancel')}
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={m('withdrawals.cancelTitle')}
        closeLabel={t('close')}
        footer={footer}
        dismissable={!busy}
      >
        <p className="text-muted">
          {m('withdrawals.cancelText', { amount: withdrawal.amount, coin: withdrawal.currencyCode })}
        </p>
      </Dialog>
    </>
  )
}
