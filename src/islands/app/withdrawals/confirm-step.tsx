import { useEffect, useRef, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { CoinMark } from '#ui/coin.tsx'
import { Fit } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { useHold } from '#ui/modal.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { sentenceOf } from '../calls/sentence.ts'
import {
  FactorField,
  factorFieldRefusals,
  PinField,
  SetPaymentButton,
  useFactorAsked,
} from '../payment-password/index.ts'
import { m } from '../texts/money.ts'
import { type Ask, type Outcome, sendAsk, WalletChanged } from './asking.ts'

interface ConfirmStepProps {
  ask: Ask
  onBack: () => void
  /** The wallet is another one by now: nothing was sent. */
  onChanged: () => void
  onDone: (outcome: Outcome) => void
}

/** Only what will happen, and the payment password. */
export function ConfirmStep({ ask, onBack, onChanged, onDone }: ConfirmStepProps) {
  const { coin, receive, amount, wallet } = ask
  const [pin, setPin] = useState('')
  const [factor, setFactor] = useState('')
  const needsFactor = useFactorAsked()
  const [problem, setProblem] = useState<string>()
  const [factorProblem, setFactorProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useHold(busy)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function send(event: React.SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    if (pin.length < 6) return setProblem(m('payment.PAYMENT_PASSWORD_FORM'))
    setProblem(undefined)
    setFactorProblem(undefined)
    if (needsFactor && factor.trim() === '') return setFactorProblem(m('payment.factorEmpty'))
    setBusy(true)
    try {
      onDone(await sendAsk(ask, pin, needsFactor ? factor.trim() : ''))
    } catch (error) {
      if (error instanceof WalletChanged) return onChanged()
      setFactor('')
      const { reason = '' } = error as { reason?: string }
      if (reason in factorFieldRefusals) {
        setFactorProblem(sentenceOf(error))
        return setBusy(false)
      }
      // Without an answer nobody knows what became of it: the same press again asks for the same withdrawal.
      const sentence = sentenceOf(error)
      if (sentence !== undefined) setPin('')
      field.current?.focus()
      setProblem(sentence ?? m('withdraw.lost'))
      setBusy(false)
    }
  }

  return (
    <>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)}>
        <SteadyButton className="btn-ghost btn-sm justify-self-start -ml-2" off={busy} onClick={onBack}>
          <Icon path={icons.arrowLeft} className="size-4" />
          {m('withdraw.back')}
        </SteadyButton>
        <div className="text-center grid gap-2">
          <p className="text-sm text-muted">{m('withdraw.receive')}</p>
          <p className="flex items-center justify-center flex-wrap gap-2.5 @container">
            <CoinMark symbol={coin} />
            <span className="figure text-3xl">
              <Fit text={receive} />
            </span>
            <span className="text-muted">{coin}</span>
          </p>
          <p className="text-sm text-muted break-words">
            {m('withdraw.to')} <span className="font-medium text-base-content">{wallet.addressName}</span> ·{' '}
            {wallet.chainName}
            <span className="code block mt-1 text-base-content">{groupOfFour(wallet.walletAddress)}</span>
          </p>
        </div>
        <div className="justify-self-center">
          <PinField ref={field} label={m('payment.title')} value={pin} onChange={setPin} error={problem} />
        </div>
        {needsFactor && <FactorField value={factor} onChange={setFactor} error={factorProblem} />}
        <SteadyButton
          type="submit"
          className="btn-primary btn-block h-12"
          off={busy || pin.length < 6}
          aria-busy={busy}
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
