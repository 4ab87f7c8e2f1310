import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { AMOUNT_FIELD_LENGTH } from '#lib/money/parse-amount.ts'
import { MAX_UNITS } from '#lib/rules/orders.ts'
import { formatAmount, formatCount, formatMoney } from '#lib/text/decimal.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { refusalText } from '../../core/calls/error-text.ts'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { LabelledField } from '../../core/forms/labelled-field.tsx'
import { navigation } from '../../core/routing/go-to.ts'
import { linesOf } from '../line.ts'
import { m } from '../texts.ts'
import {
  $agreed,
  $paidBy,
  $units,
  type Detail,
  multiplied,
  type PaymentMethod,
  pays,
  placeOrder,
  remainder,
} from './store.ts'
import { type UnitsError, unitsError, unitsIn } from './units.ts'

/** How many units, paid on what, for how much. */
export function OrderForm({ detail }: { detail: Detail }) {
  const { plan, networks, balance } = detail
  const typed = useStore($units)
  const max = Math.min(plan.remaining, MAX_UNITS)
  const isOpen = plan.state === 'active' && !plan.soldOut
  const typedError = isOpen ? unitsError(typed, max) : undefined
  const units = typedError === undefined && isOpen ? unitsIn(typed) : 1
  const chosen = useStore($paidBy)
  const agreed = useStore($agreed)
  const [asking, ask] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const priced = (fee?: string) => multiplied(plan.price, units, { coin: 'USDT', fee })
  const offered: PaymentMethod[] = [
    ...networks.map(({ network }) => network as PaymentMethod),
    ...(pays(balance, priced()) ? ['balance' as const] : []),
  ]
  const network = chosen !== undefined && offered.includes(chosen) ? chosen : offered[0]
  // A payment from the balance has no fee.
  const fee = networks.find((one) => one.network === network)?.fee ?? '0'
  const total = priced(fee)
  const off = busy || !isOpen || typedError !== undefined || !agreed || network === undefined
  const shown = (sum: string) => (typedError === undefined ? sum : '–')

  async function order() {
    if (network === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { orderNo } = await placeOrder({ productId: plan.id, quantity: units, network, amount: total })
      navigation.goTo(linesOf[plan.type].order(orderNo))
    } catch (error) {
      setProblem(refusalText(error) ?? m('confirm.lost'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-5" aria-labelledby="order-plan">
      <h2 id="order-plan" className="title text-lg">
        {m('confirm.title')}
      </h2>
      <Units typed={typed} max={max} typedError={typedError} off={!isOpen} />
      <Networks detail={detail} offered={offered} network={network} />
      <dl className="well px-4 text-sm rule [&>div]:flex [&>div]:justify-between [&>div]:items-baseline [&>div]:py-2.5">
        <div>
          <dt className="text-muted">{m('confirm.output')}</dt>
          <dd className="num" translate="no">
            {shown(formatAmount(multiplied(plan.estimatedOutput, units, { coin: plan.currencyCode })))}{' '}
            {plan.currencyCode}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{m('confirm.fee')}</dt>
          <dd className="num" translate="no">
            {formatMoney(fee)} USDT
          </dd>
        </div>
        <div>
          <dt className="font-semibold">{m('confirm.total')}</dt>
          <dd className="num title text-xl" translate="no">
            {shown(formatMoney(total))} USDT
          </dd>
        </div>
      </dl>
      <label className="flex gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-4 mt-0.5 shrink-0"
          checked={agreed}
          onChange={({ currentTarget }) => $agreed.set(currentTarget.checked)}
        />
        <span>
          {m('confirm.agree')}{' '}
          <a className="link" href="/terms/" target="_blank" rel="noreferrer">
            {m('confirm.terms')}
          </a>
        </span>
      </label>
      <p role="alert" className={problem ? 'text-sm text-error flex gap-2' : 'sr-only'}>
        {problem && <Icon path={icons.circleAlert} className="size-4 mt-0.5" />}
        {problem}
      </p>
      {isOpen && network === 'balance' && typedError === undefined ? (
        <SteadyButton className="btn-primary btn-block h-12" off={off} aria-busy={busy} onClick={() => ask(true)}>
          {m('confirm.pay', { amount: formatMoney(total) })}
        </SteadyButton>
      ) : (
        <SteadyButton className="btn-primary btn-block h-12" off={off} aria-busy={busy} onClick={() => void order()}>
          {isOpen ? m('confirm.place') : m('confirm.closed')}
        </SteadyButton>
      )}
      {/* On chain nothing is spent before the payer sends it; the balance is spent by the press. */}
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        title={m('confirm.askTitle', { amount: formatMoney(total) })}
        text={m('confirm.askText', { balance: formatMoney(remainder(balance, total)) })}
        confirm={m('confirm.pay', { amount: formatMoney(total) })}
        act={order}
      />
    </section>
  )
}

interface UnitsProps {
  typed: string
  max: number
  typedError: UnitsError | undefined
  off: boolean
}

/** Typed text stays with its validation error; the buttons continue from the nearest valid number. */
function Units({ typed, max, typedError, off }: UnitsProps) {
  const units = unitsIn(typed)
  const set = (next: number) => $units.set(String(Math.max(1, Math.min(next, max))))
  const error = typedError && m(`confirm.${typedError}`, { most: formatCount(max) })
  return (
    <LabelledField label={m('confirm.units')} error={error}>
      {(id) => (
        <div className="flex items-center gap-2">
          <SteadyButton
            className="btn-line btn-square h-12 w-12"
            aria-label={m('confirm.less')}
            off={off || (typedError === undefined && units <= 1)}
            onClick={() => set(units - 1)}
          >
            <Icon path={icons.minus} />
          </SteadyButton>
          <input
            id={id}
            className="input h-12 w-24 text-center num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={AMOUNT_FIELD_LENGTH}
            value={typed}
            disabled={off}
            aria-invalid={typedError !== undefined}
            aria-describedby={`${id}-error`}
            onChange={({ currentTarget }) => $units.set(currentTarget.value)}
          />
          <SteadyButton
            className="btn-line btn-square h-12 w-12"
            aria-label={m('confirm.more')}
            off={off || (typedError === undefined && units >= max)}
            onClick={() => set(units + 1)}
          >
            <Icon path={icons.plus} />
          </SteadyButton>
        </div>
      )}
    </LabelledField>
  )
}

interface NetworksProps {
  detail: Detail
  offered: readonly PaymentMethod[]
  network: PaymentMethod | undefined
}

function Networks({ detail: { networks, balance }, offered, network }: NetworksProps) {
  if (offered.length === 0) return <p className="text-sm text-warning-text">{m('confirm.noNetwork')}</p>
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium mb-1.5">{m('confirm.network')}</legend>
      {offered.map((one) => {
        const known = networks.find((option) => option.network === one)
        return (
          <label
            key={one}
            className={`flex items-center gap-3 border rounded-field px-3 py-2.5 ${one === network ? 'border-primary ring-1 ring-primary bg-primary/5' : 'border-line'}`}
          >
            <input
              type="radio"
              name="network"
              className="accent-primary size-4"
              checked={one === network}
              onChange={() => $paidBy.set(one)}
            />
            <span className="flex-1 min-w-0">
              <span className="block text-sm font-medium">
                {known ? (known.isTest ? m('networks.test') : known.name) : m('networks.balance')}
              </span>
              <span className="block text-xs text-muted num whitespace-normal!">
                {known
                  ? m(known.confirmations > 0 ? 'networks.confirmations' : 'networks.finalBy', {
                      confirmations: known.confirmations,
                      minutes: known.minutes,
                      fee: formatMoney(known.feeHint),
                    })
                  : m('networks.balanceOf', { balance: formatMoney(balance) })}
              </span>
            </span>
          </label>
        )
      })}
      {network !== 'balance' && <p className="text-xs text-muted">{m('networks.fee')}</p>}
    </fieldset>
  )
}
