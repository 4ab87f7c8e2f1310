import { useEffect, useRef, useState } from 'react'
import type { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import * as icons from '#lib/illustration/icons.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Fit } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { refusalText } from '../core/calls/error-text.ts'
import { type RefusalFields, useForm } from '../core/forms/use-form.ts'
import { m } from '../core/texts/money.ts'
import {
  FactorField,
  factorFieldRefusals,
  PinField,
  SetPaymentButton,
  useFactorRequired,
} from '../payment-password/index.ts'
import { type ConfirmedWithdrawal, type Outcome, sendWithdrawal, WalletChangedError } from './send-withdrawal.ts'

interface ConfirmStepProps {
  ask: ConfirmedWithdrawal
  onBack: () => void
  /** The wallet has changed meanwhile: nothing was sent. */
  onChanged: () => void
  onDone: (outcome: Outcome) => void
}

type Field = 'pin' | 'factor'

/** All refusals are shown at the payment password, except the second factor's. */
const refusals: RefusalFields<typeof requestWithdrawal, Field> = { ...factorFieldRefusals, rest: 'pin' }

/** Shows the consequences and the payment password only. */
export function ConfirmStep({ ask, onBack, onChanged, onDone }: ConfirmStepProps) {
  const { coin, receive, amount, wallet } = ask
  const [pin, setPin] = useState('')
  const [factor, setFactor] = useState('')
  const needsFactor = useFactorRequired()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm<Field>({
    check() {
      if (pin.length < 6) return { field: 'pin', text: m('payment.PAYMENT_PASSWORD_FORM') }
      return needsFactor && factor.trim() === '' ? { field: 'factor', text: m('payment.factorEmpty') } : undefined
    },
    async send() {
      try {
        onDone(await sendWithdrawal(ask, pin, needsFactor ? factor.trim() : ''))
        return undefined
      } catch (error) {
        if (refusalText(error) !== undefined) throw error
        if (error instanceof WalletChangedError) return void onChanged()
        // Without an answer the outcome is unknown: the same press again requests the same withdrawal.
        setFactor('')
        return { field: 'pin', text: m('withdraw.lost') }
      }
    },
    refusals,
    onFailed(wrong) {
      setFactor('')
      if (wrong === 'pin') setPin('')
    },
  })

  return (
    <>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <SteadyButton className="btn-ghost btn-sm justify-self-start -ml-2" off={form.busy} onClick={onBack}>
          <Icon path={icons.arrowLeft} className="size-4" />
          {m('withdraw.back')}
        </SteadyButton>
        <div className="text-center grid gap-2">
          <p className="text-sm text-muted">{m('withdraw.receive')}</p>
          <p className="flex items-center justify-center flex-wrap gap-2.5 @container">
            <CoinMark symbol={coin} />
            <span className="figure text-3xl" translate="no">
              <Fit text={receive} />
            </span>
            <span className="text-muted">{coin}</span>
          </p>
          <p className="text-sm text-muted break-words">
            {m('withdraw.to')} <bdi className="font-medium text-base-content">{wallet.addressName}</bdi> ·{' '}
            {wallet.chainName}
            <span className="code block mt-1 text-base-content">{groupOfFour(wallet.walletAddress)}</span>
          </p>
        </div>
        <div className="justify-self-center">
          <PinField
            isPresent
            ref={field}
            label={m('payment.title')}
            value={pin}
            onChange={form.typed('pin', setPin)}
            error={form.errorOf('pin')}
          />
        </div>
        {needsFactor && (
          <FactorField value={factor} onChange={form.typed('factor', setFactor)} error={form.errorOf('factor')} />
        )}
        <SteadyButton
          type="submit"
          className="btn-primary btn-block h-12"
          off={form.busy || pin.length < 6}
          aria-busy={form.busy}
        >
          {m('withdraw.submit', { amount, coin })}
        </SteadyButton>
      </form>
      <div className="justify-self-center">
        <SetPaymentButton isFirst={false} className="link text-sm text-muted" label={m('payment.forgot')} />
      </div>
    </>
  )
}
