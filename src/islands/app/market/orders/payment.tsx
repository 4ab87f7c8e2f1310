import { useState } from 'react'
import type { Order } from '#lib/contract/orders.ts'
import * as icons from '#lib/illustration/icons.ts'
import { tronFees } from '#lib/rules/payments.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { formatExact } from '#lib/text/exact.ts'
import { clock } from '#lib/time/duration.ts'
import { useCountdown } from '#ui/countdown.ts'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { serviceMs } from '../../core/calls/service-clock.ts'
import { useT } from '../../core/texts/i18n.ts'
import { leftToSend, NameTransaction, PayLine, PaymentCode, WalletPay } from '../../payment/index.ts'
import { m } from '../texts.ts'
import { CancelOrder } from './cancel-order.tsx'
import { networkName } from './network.ts'
import { OrderStatus } from './status.tsx'
import { checkPayment, type Paid, windowEnded } from './store.ts'
import { TestPay } from './test-pay.tsx'
import { orderPayment } from './wallet-source.ts'

const MINUTES = 30
/** Below this the time is red. */
const LATE_SECONDS = 300

/** Amount, address and remaining time of a payment: the order is reserved until then. */
export function Payment({ order, address }: { order: Order; address: string }) {
  const left = useCountdown({ deadline: order.expiresAt * 1000, now: serviceMs, onEnd: () => void windowEnded(order) })
  const isPart = order.exception === 'partial'
  const missing = leftToSend(order)
  return (
    <section className="panel overflow-hidden" aria-labelledby="pay">
      <div className="p-5 lg:p-6">
        <OrderStatus order={order} />
        <h2 id="pay" className="title text-2xl mt-3">
          {m(isPart ? 'pay.sendMore' : 'pay.send', { amount: formatExact(missing) })}
        </h2>
        <p className="text-sm text-muted mt-1">
          {isPart ? m('pay.part', { seen: formatMoney(order.seen) }) : m('pay.held')}
        </p>
        <p className="mt-4 flex items-baseline justify-between">
          <span className="text-sm text-muted">{m('pay.timeLeft')}</span>
          <span
            role="timer"
            className={`figure text-4xl lg:text-5xl ${left < LATE_SECONDS ? 'text-error' : ''}`}
            translate="no"
          >
            {clock(left, { hours: false })}
          </span>
        </p>
        <HeatStrip
          className="h-3 w-full mt-2"
          cells={Array.from({ length: MINUTES }, (_, minute) => (minute * 60 < left ? 3 : 0))}
        />
        <p className="sr-only" aria-live="polite">
          {[600, 300, 60].includes(left) ? m('pay.minutes', { minutes: left / 60 }) : ''}
        </p>
      </div>
      <div className="p-5 lg:p-6 border-t border-line grid grid-cols-[minmax(0,1fr)] gap-4">
        <PaymentCode address={address} link={linkOf(order) ?? address} label={m('pay.code')} texts={codeTexts()} />
        <WalletPay source={orderPayment} />
        <PayLine label={m('pay.network')} text={networkName(order.network)} />
        <PayLine label={m('pay.address')} text={address} code grouped />
        <PayLine label={m('pay.amount')} text={missing} unit="USDT" />
        <div role="note" className="tone tone-warning border rounded-field p-3.5 flex gap-3 text-sm">
          <Icon path={icons.circleAlert} className="size-5 shrink-0" />
          <p>
            {order.network === 'LOCAL'
              ? m('pay.warningTest')
              : m('pay.warning', { network: networkName(order.network) })}
          </p>
        </div>
        {order.network === 'TRON' && <p className="text-sm text-muted">{m('pay.firstFee', tronFees)}</p>}
        {order.exception === 'wrong-token' && <p className="text-sm text-error">{m('pay.wrongToken')}</p>}
      </div>
      <Acts order={order} address={address} amount={missing} />
      <NameTransaction
        summary={m('pay.missing')}
        network={order.network}
        named={order.named}
        onName={(id) => checkPayment(order, id)}
      />
    </section>
  )
}

/** The link contains the whole amount, a part of which may have arrived. */
const linkOf = ({ exception, uri }: Order) => (exception === 'partial' ? null : uri)
const codeTexts = () => ({ plain: m('pay.codePlain'), link: m('pay.codeLink'), hint: m('pay.codeHint') })

function Acts({ order, address, amount }: Paid) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const paid = async () => {
    setBusy(true)
    try {
      const after = await checkPayment(order)
      if (after.orderStatus === 'pending') toast('info', m('pay.nothingYet'))
      else if (after.orderStatus === 'cancel') toast('error', m('pay.failed'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="p-5 lg:p-6 border-t border-line grid sm:flex sm:flex-row-reverse gap-3">
      <SteadyButton className="btn-primary h-12 px-6" off={busy} aria-busy={busy} onClick={() => void paid()}>
        {m('pay.havePaid')}
      </SteadyButton>
      {order.network === 'LOCAL' && <TestPay order={order} address={address} amount={amount} />}
      <CancelOrder order={order} />
    </div>
  )
}
