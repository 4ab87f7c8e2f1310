import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Coin } from '#lib/money/coins.ts'
import { Dialog } from '#ui/dialog.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useT } from '../i18n.ts'
import { Loaded } from '../loaded.tsx'
import { m } from '../money-texts.ts'
import { PaymentGate } from '../payment-password/index.ts'
import { WalletForm } from '../wallets/index.ts'
import { $allWallets } from '../wallets/store.ts'
import { AmountStep } from './amount-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { $quote, chooseCoin, editDraft } from './draft.ts'
import { $fees, $overview } from './store.ts'

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
        <Known>
          <Steps onClose={onClose} />
        </Known>
      </PaymentGate>
    </Dialog>
  )
}

/** Nothing is asked before balance, fees and wallets are known: a button that could not act would say nothing. */
function Known({ children }: { children: ReactNode }) {
  // The quote follows from all of them: they are asked for at once.
  useStore($quote)
  const skeleton = <LinesSkeleton lines={5} />
  return (
    <Loaded store={$overview} skeleton={skeleton}>
      {() => (
        <Loaded store={$fees} skeleton={skeleton}>
          {() => (
            <Loaded store={$allWallets} skeleton={skeleton}>
              {() => children}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
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
