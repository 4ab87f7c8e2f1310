import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { decimalsOf, isCoin, withdrawableCoins } from '#lib/money/coins.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { CoinMark } from '#ui/coin.tsx'
import { FitInput } from '#ui/fit.tsx'
import { Icon } from '#ui/icon.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { ambiguous } from '../core/texts/ambiguous.ts'
import { type T, useT } from '../core/texts/i18n.ts'
import { m } from '../core/texts/money.ts'
import { $quote, chooseCoin, editDraft, type Quote } from './draft.ts'
import { type ConfirmedWithdrawal, takeDraft } from './send-withdrawal.ts'

interface AmountStepProps {
  /** The wallet that was confirmed has changed since. */
  walletChanged: boolean
  onAddWallet: () => void
  onContinue: (ask: ConfirmedWithdrawal) => void
}

/** Coin, amount or received amount, and the wallet. */
export function AmountStep({ walletChanged, onAddWallet, onContinue }: AmountStepProps) {
  const t = useT()
  const quote = useStore($quote)
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isOpen = quote.fields.amount !== '' || quote.fields.receive !== '' || pressed
  const error = isOpen ? errorText(t, quote) : undefined
  const errorIn = (field: typeof quote.errorField) => (quote.errorField === field ? error : undefined)
  const go = (event: React.SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    const ask = takeDraft()
    if (ask) return onContinue(ask)
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true], input[inputmode=decimal]')
    if (quote.error !== 'WALLET_NEEDED') wrong?.focus()
  }
  return (
    <form ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={go}>
      {walletChanged && (
        <p role="alert" className="tone tone-warning border rounded-field px-4 py-3 text-sm">
          {m('withdraw.walletChanged')}
        </p>
      )}
      <AmountField quote={quote} error={errorIn('amount')} />
      <WalletChoice quote={quote} onAddWallet={onAddWallet} missing={pressed && quote.error === 'WALLET_NEEDED'} />
      <Terms quote={quote} error={errorIn('receive')} isSent={error === undefined} />
      <button type="submit" className="btn btn-primary btn-block h-12">
        {m('withdraw.continue')}
      </button>
      <p role="status" className="text-center text-sm text-error empty:hidden">
        {pressed && (quote.error === 'WALLET_NEEDED' ? m('withdraw.noWallet', { coin: quote.coin }) : error)}
      </p>
    </form>
  )
}

/** Validation error of the amount; a missing wallet is shown at its own field. */
function errorText(t: T, quote: Quote): string | undefined {
  const { error, offer, coin, available, smallFrom } = quote
  if (!error || error === 'WALLET_NEEDED' || !offer) return undefined
  if (error === 'AMOUNT_AMBIGUOUS') return ambiguous(t, quote.fields[quote.errorField])
  return m(`withdraw.${error}`, {
    coin,
    places: decimalsOf[coin],
    minimum: offer.minimum,
    normal: offer.normal,
    available: formatAmount(available),
    time: smallFrom === null ? '' : utcDateTime(smallFrom),
  })
}

/** Minimum, and how often small amounts are possible. */
const limitsText = ({ coin }: Quote, { minimum, normal }: NonNullable<Quote['offer']>): string =>
  m('withdraw.limits', { coin, minimum, normal })

function AmountField({ quote, error }: { quote: Quote; error: string | undefined }) {
  const id = useId()
  const { coin, fields, available, max, offer } = quote
  return (
    <div>
      <div className="flex justify-between gap-3 mb-1.5 text-sm">
        <label htmlFor={id} className="font-medium">
          {m('withdraw.amount')}
        </label>
        <span className="text-muted num">{m('withdraw.available', { amount: formatAmount(available) })}</span>
      </div>
      <div className={`input w-full h-auto min-h-14 py-1.5 pr-1.5 flex-wrap text-xl ${error ? 'border-error!' : ''}`}>
        <FitInput
          id={id}
          className="font-semibold num"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={fields.amount}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => editDraft({ edited: 'amount', text: currentTarget.value })}
        />
        <span className="flex items-center gap-2 ml-auto">
          <button
            type="button"
            className="btn btn-ghost btn-sm text-primary hover:bg-primary/8"
            onClick={() => editDraft({ edited: 'amount', text: max })}
          >
            {m('withdraw.max')}
          </button>
          <CoinChoice coin={coin} />
        </span>
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={`mt-1.5 text-xs min-h-8 ${error ? 'text-error' : 'text-muted'}`}
      >
        <UnbrokenDates text={error ?? (offer ? limitsText(quote, offer) : '')} />
      </p>
      {max !== available && (
        <button
          type="button"
          className="link text-xs text-muted num break-all text-left"
          onClick={() => editDraft({ edited: 'amount', text: available })}
        >
          {m('withdraw.allOfIt', { amount: available })}
        </button>
      )}
    </div>
  )
}

function CoinChoice({ coin }: { coin: string }) {
  return (
    <span className="flex items-center gap-1.5 shrink-0">
      <CoinMark symbol={coin} small />
      <select
        className="select h-9 w-auto"
        aria-label={m('withdraw.coin')}
        value={coin}
        onChange={({ currentTarget }) => isCoin(currentTarget.value) && chooseCoin(currentTarget.value)}
      >
        {withdrawableCoins.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </span>
  )
}

function WalletChoice({ quote, onAddWallet, missing }: { quote: Quote; onAddWallet: () => void; missing: boolean }) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-3">
        <legend className="text-sm font-medium float-left">{m('withdraw.wallet')}</legend>
        <button type="button" className="btn btn-ghost btn-sm text-primary hover:bg-primary/8" onClick={onAddWallet}>
          {m('wallets.add')}
        </button>
      </div>
      {quote.wallets.length === 0 && (
        <p
          className={`well px-4 py-3 text-sm ${missing ? 'text-error' : 'text-muted'}`}
          role={missing ? 'alert' : undefined}
        >
          {m('withdraw.noWallet', { coin: quote.coin })}
        </p>
      )}
      {quote.wallets.map((wallet) => {
        const chosen = wallet._id === quote.wallet?._id
        return (
          <label
            key={wallet._id}
            className={`border rounded-field px-4 py-3 grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 items-center cursor-pointer ${chosen ? 'border-primary bg-primary/5' : 'border-line-strong'}`}
          >
            <input
              type="radio"
              name="wallet"
              className="accent-primary size-4"
              checked={chosen}
              onChange={() => editDraft({ walletId: wallet._id })}
            />
            <bdi className="font-medium break-words">{wallet.addressName}</bdi>
            <span className="text-xs text-muted">{wallet.chainName}</span>
            <span className="code text-xs text-muted col-start-2 col-span-2 break-words">
              {groupOfFour(wallet.walletAddress)}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

interface TermsProps {
  quote: Quote
  /** Validation error of the amount to receive. */
  error: string | undefined
  /** True if it can be sent. */
  isSent: boolean
}

function Terms({ quote, error, isSent }: TermsProps) {
  const t = useT()
  const id = useId()
  const { offer, coin, holdUntil, fields } = quote
  return (
    <>
      <dl className="well px-4 text-sm rule [&>div]:flex [&>div]:justify-between [&>div]:gap-3 [&>div]:py-2.5">
        <div>
          <dt className="text-muted">{m('withdraw.fee')}</dt>
          <dd className="num font-medium" translate="no">
            {offer ? `${offer.fee} ${coin}` : '—'}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{m('withdraw.credited')}</dt>
          <dd className="font-medium">{m('withdraw.within')}</dd>
        </div>
        <div className="items-baseline flex-wrap text-xl">
          <dt className="text-sm font-semibold">
            <label htmlFor={id}>{m('withdraw.receive')}</label>
          </dt>
          <dd className="contents">
            <FitInput
              id={id}
              className={`num title text-right bg-transparent border-b border-dashed ${error ? 'border-error' : 'border-ctl'}`}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              value={fields.receive}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-note`}
              onChange={({ currentTarget }) => editDraft({ edited: 'receive', text: currentTarget.value })}
            />
            <span className="text-sm text-muted ml-auto">{coin}</span>
          </dd>
        </div>
      </dl>
      <p id={`${id}-note`} role="alert" className="-mt-2.5 text-xs text-error empty:hidden">
        {error}
      </p>
      {!isSent && !error && <p className="-mt-2.5 text-xs text-muted">{m('withdraw.nothingSent')}</p>}
      {holdUntil !== null && (
        <p
          className="tone tone-warning border rounded-field px-4 py-3 text-sm flex gap-2"
          title={m('yourTime', { time: localDateTime(holdUntil) })}
        >
          <Icon path={icons.clock} className="size-4 mt-0.5" />
          <span>
            <UnbrokenDates text={m('withdraw.hold', { time: utcDateTime(holdUntil) })} />
          </span>
        </p>
      )}
      <span className="sr-only" aria-live="polite">
        {fields.receive && `${t('balance.withdraw')}: ${m('withdraw.receive')} ${fields.receive} ${coin}`}
      </span>
    </>
  )
}
