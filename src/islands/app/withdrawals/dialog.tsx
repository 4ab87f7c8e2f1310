import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Coin } from '#lib/money/coins.ts'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { useT } from '../i18n.ts'
import { m } from '../money-texts.ts'
import { PaymentGate } from '../payment-password/index.ts'
import { WalletForm } from '../wallets/index.ts'
import { AmountStep } from './amount-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { $quote, chooseCoin, editDraft } from './draft.ts'

type Step = 'amount' | 'wallet' | 'confirm'

interface WithdrawDialogProps {
  /** The coin that it begins with. */
  coin?: Coin
  open: boolean
  onClose: () => void
}

/** Two steps: what and where to, then the same once more with the payment password. */
export function WithdrawDialog({ coin, open, onClose }: WithdrawDialogProps) {
  const t = useT()
  useEffect(() => {
    if (open && coin) chooseCoin(coin)
  }, [open, coin])
  return (
    <Dialog open={open} onClose={onClose} title={m('withdraw.title')} closeLabel={t('close')}>
      <PaymentGate>
        <Steps onClose={onClose} />
      </PaymentGate>
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('amount')
  const { coin } = useStore($quote)
  const done = () => {
    editDraft({ text: '' })
    toast('success', m('withdraw.sent'))
    onClose()
  }
  if (step === 'wallet')
    return (
      <WalletForm
        coin={coin}
        onDone={({ _id, currencyCode }) => {
          if (currencyCode === coin) editDraft({ walletId: _id })
          setStep('amount')
        }}
      />
    )
  if (step === 'confirm') return <ConfirmStep onBack={() => setStep('amount')} onDone={done} />
  return <AmountStep onAddWallet={() => setStep('wallet')} onContinue={() => setStep('confirm')} />
}
