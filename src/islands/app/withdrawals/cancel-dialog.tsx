import { useState } from 'react'
import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import { ConfirmDialog } from '../core/forms/confirm-dialog.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { cancelOne } from './store.ts'

/** Cancels a withdrawal in review, after a confirmation. */
export function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen(true)}>
        {t('cancel')}
      </button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={m('withdrawals.cancelTitle')}
        text={m('withdrawals.cancelText', { amount: withdrawal.amount, coin: withdrawal.currencyCode })}
        cancel={m('withdrawals.keep')}
        confirm={m('withdrawals.cancel')}
        act={() => cancelOne(withdrawal._id)}
        done={m('withdrawals.cancelledToast')}
      />
    </>
  )
}
