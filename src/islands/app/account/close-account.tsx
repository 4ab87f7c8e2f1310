import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { closing, Holding } from '#lib/contract/own-account.ts'
import { wordSpace } from '#lib/i18n/locales.ts'
import { formatAmount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { closeAccount, keepAccount } from './own-data-store.ts'
import { useStepUp } from './step-up.tsx'
import { a } from './texts.ts'

/** All decimals: the confirmed amount is the forfeited one. */
const wholeAmountOf = ({ amount, currencyCode }: Holding) => ({ amount: groupThousands(amount), coin: currencyCode })

/** Cut like amounts elsewhere; one below the fourth decimal would be nothing, so it stays whole. */
function shortAmountOf(held: Holding) {
  const short = held.currencyCode === 'USDT' ? formatMoney(held.amount) : formatAmount(held.amount)
  return /[1-9]/.test(short) ? { amount: short, coin: held.currencyCode } : wholeAmountOf(held)
}

/** A cut amount with its whole one behind it, for the mouse, a finger and the keyboard alike. */
function useAmountOf(holdings: readonly Holding[]) {
  const [isWhole, showWhole] = useState(false)
  const isCut = holdings.some((held) => shortAmountOf(held).amount.length < groupThousands(held.amount).length)
  return {
    amountOf: isWhole ? wholeAmountOf : shortAmountOf,
    isCut: isCut && !isWhole,
    showWhole: () => showWhole(true),
  }
}

/** Closes the account: shows its contents, the losses and the consequences first. */
export function CloseAccount({ closesAt, obstacles, holdings }: ReplyOf<typeof closing>) {
  const { run, busy, dialog } = useStepUp()
  const [asking, ask] = useState(false)
  const cancelClosing = () =>
    run(async () => {
      await keepAccount()
      toast('success', a('own.kept'))
    })
  const left = holdings.filter(({ fate }) => fate !== 'withdraw')
  const { amountOf, isCut, showWhole } = useAmountOf(holdings)
  const close = () => {
    ask(false)
    void run(async () => toast('success', a('own.asked', { time: utcDateTime(await closeAccount(holdings)) })))
  }
  if (closesAt !== null)
    return (
      <div
        role="alert"
        className="tone tone-error border rounded-field px-4 py-3 text-sm grid gap-2 justify-items-start"
      >
        <p>
          <UnbrokenDates text={a('own.closes', { time: utcDateTime(closesAt) })} />
        </p>
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void cancelClosing()}>
          {a('own.keep')}
        </SteadyButton>
      </div>
    )
  const isFree = obstacles.length === 0
  return (
    <div className="grid gap-2 justify-items-start text-sm">
      {!isFree && (
        <div className="text-muted">
          <p>{a('own.way')}</p>
          <ul className="list-disc pl-5">
            {obstacles.map((one) =>
              one === 'balance' ? (
                holdings
                  .filter(({ fate }) => fate === 'withdraw')
                  .map((held) => <li key={held.currencyCode}>{a('own.withdraw', amountOf(held))}</li>)
              ) : (
                <li key={one}>{a(`own.obstacles.${one}`)}</li>
              ),
            )}
          </ul>
        </div>
      )}
      {left.length > 0 && <ForfeitedHoldings holdings={left} amountOf={amountOf} />}
      {isCut && (
        <button type="button" className="link text-muted" onClick={showWhole}>
          {a('own.whole')}
        </button>
      )}
      <SteadyButton className="btn-ghost btn-sm text-error mt-2" off={busy || !isFree} onClick={() => ask(true)}>
        {a('own.close')}
      </SteadyButton>
      {dialog}
      <CloseDialog open={asking} onClose={() => ask(false)} onConfirm={close} left={left} />
    </div>
  )
}

interface ForfeitedProps {
  holdings: readonly Holding[]
  amountOf: typeof wholeAmountOf
}

/** Holdings that cannot be withdrawn are forfeited; a balance can be spent or refunded first. */
function ForfeitedHoldings({ holdings, amountOf }: ForfeitedProps) {
  const { locale } = useLanguage()
  return (
    <div className="text-muted">
      <p>{a('own.left')}</p>
      <ul className="list-disc pl-5">
        {holdings.map((held) => (
          <li key={`${held.currencyCode}/${held.fate}`} className="break-words">
            {a(held.fate === 'balance' ? 'own.leftBalance' : 'own.leftDust', amountOf(held))}
            {held.fate === 'balance' && (
              <>
                {wordSpace[locale]}
                <a className="link" href="/messages?fault=">
                  {a('own.askBack')}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CloseDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  left: readonly Holding[]
}

function CloseDialog({ open, onClose, onConfirm, left }: CloseDialogProps) {
  const t = useT()
  const [isAgreed, setAgreed] = useState(false)
  const amounts = left.map(wholeAmountOf).map(({ amount, coin }) => `${amount} ${coin}`)
  const leave = () => {
    setAgreed(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={a('own.closeTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <button type="button" className="btn btn-line" onClick={leave}>
            {a('own.keep')}
          </button>
          <SteadyButton className="btn-neutral" off={left.length > 0 && !isAgreed} onClick={onConfirm}>
            {a('own.closeGo')}
          </SteadyButton>
        </>
      }
    >
      <p>{a('own.closeText')}</p>
      {left.length > 0 && (
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="accent-primary size-4 mt-0.5 shrink-0"
            checked={isAgreed}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
          <span className="min-w-0 break-words">{a('own.giveUp', { amounts: amounts.join(' + ') })}</span>
        </label>
      )}
    </Dialog>
  )
}
