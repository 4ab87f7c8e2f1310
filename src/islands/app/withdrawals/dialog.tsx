import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { FieldsSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { PaymentGate, useGateTitle } from '../payment-password/index.ts'
import { WalletForm } from '../wallets/index.ts'
import { $wallets } from '../wallets/store.ts'
import { AmountStep } from './amount-step.tsx'
import { statusWord } from './columns.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { $quote, chooseCoin, editDraft } from './draft.ts'
import type { ConfirmedWithdrawal, Outcome } from './send-withdrawal.ts'
import { $fees, $overview, showAll } from './store.ts'

type Step =
  | { at: 'amount'; walletChanged?: boolean }
  | { at: 'wallet' }
  | { at: 'confirm'; ask: ConfirmedWithdrawal }
  /** The response is a withdrawal that was requested before. */
  | { at: 'known'; withdrawal: Withdrawal }

interface WithdrawDialogProps {
  /** The initial coin. */
  coin?: Coin
  /** The initial wallet of the coin. */
  walletId?: string
  open: boolean
  onClose: () => void
}

/** Two steps: amount and address, then a confirmation with the payment password. */
export function WithdrawDialog({ coin, walletId, open, onClose }: WithdrawDialogProps) {
  const t = useT()
  const gateTitle = useGateTitle(m('withdraw.title'))
  // Setting a payment password first, to see a zero after it, would be for nothing.
  const isEmpty = useStore($overview).data?.coins.every(({ balance }) => !/[1-9]/.test(balance)) ?? false
  const title = isEmpty ? m('withdraw.title') : gateTitle
  useEffect(() => {
    if (!open || !coin) return
    chooseCoin(coin)
    if (walletId) editDraft({ walletId })
  }, [open, coin, walletId])
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('close')}>
      {isEmpty ? (
        <Empty
          title={m('withdraw.nothing')}
          text={m('withdraw.nothingText')}
          action={
            <a className="btn btn-primary" href="/user/earnings/pc-earnings" onClick={onClose}>
              {t('balance.view')}
            </a>
          }
        />
      ) : (
        <PaymentGate>
          <Known>
            <Steps onClose={onClose} />
          </Known>
        </PaymentGate>
      )}
    </Dialog>
  )
}

/** Shown after balance, fees and wallets are loaded: an inactive button would not explain itself. */
function Known({ children }: { children: ReactNode }) {
  // The quote depends on all of them: they are loaded together.
  useStore($quote)
  const skeleton = <FieldsSkeleton fields={4} />
  return (
    <Loaded store={$overview} skeleton={skeleton} flush>
      {() => (
        <Loaded store={$fees} skeleton={skeleton} flush>
          {() => (
            <Loaded store={$wallets} skeleton={skeleton} flush>
              {() => children}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'amount' })
  const { coin } = useStore($quote)
  const toAmount = () => setStep({ at: 'amount' })
  const done = ({ withdrawal, isNew }: Outcome) => {
    if (!isNew) return setStep({ at: 'known', withdrawal })
    toast('success', m('withdraw.sent'))
    onClose()
  }
  if (step.at === 'known') return <KnownAlready withdrawal={step.withdrawal} onClose={onClose} />
  if (step.at === 'wallet')
    return (
      <WalletForm
        coin={coin}
        onDone={({ _id, currencyCode }) => {
          if (currencyCode === coin) editDraft({ walletId: _id })
          toAmount()
        }}
      />
    )
  if (step.at === 'confirm')
    return (
      <ConfirmStep
        ask={step.ask}
        onBack={toAmount}
        onChanged={() => setStep({ at: 'amount', walletChanged: true })}
        onDone={done}
      />
    )
  return (
    <AmountStep
      walletChanged={step.walletChanged ?? false}
      onAddWallet={() => setStep({ at: 'wallet' })}
      onContinue={(ask) => setStep({ at: 'confirm', ask })}
    />
  )
}

/** No new request: shows the earlier withdrawal's time and state, with a link. */
function KnownAlready({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  const show = () => {
    showAll()
    onClose()
  }
  return (
    <>
      <p role="alert">
        <UnbrokenDates
          text={m('withdraw.already', { time: utcDateTime(withdrawal.time), status: statusWord(withdrawal.status) })}
        />
      </p>
      <a ref={link} className="btn btn-primary btn-block" href="/user/earnings/withdrawals" onClick={show}>
        {m('withdrawals.history')}
      </a>
    </>
  )
}
