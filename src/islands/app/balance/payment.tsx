import { useState } from 'react'
import type { Recharge } from '#lib/contract/balance.ts'
import * as icons from '#lib/illustration/icons.ts'
import { tronFees } from '#lib/rules/payments.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { formatExact } from '#lib/text/exact.ts'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { leftToSend, NameTransaction, PayLine, PaymentCode, WalletPay } from '../payment/index.ts'
import { checkPayment, payByTestWallet } from './pay-recharge.ts'
import { RechargeStatus } from './status.tsx'
import { $open, $recharge } from './store.ts'
import { m } from './texts.ts'
import { rechargePayment } from './wallet-source.ts'

/** Payment address of the open recharge, and the received amounts. */
export function RechargePayment() {
  return (
    <section className="panel overflow-hidden" aria-label={m('pay.label')}>
      <Loaded store={$recharge} skeleton={<RowsSkeleton rows={6} />}>
        {(recharge) => <Payment key={recharge._id} recharge={recharge} />}
      </Loaded>
      <div className="px-5 lg:px-6 py-3 border-t border-line">
        <button type="button" className="btn btn-ghost btn-sm text-muted -ml-3" onClick={() => $open.set(undefined)}>
          <Icon path={icons.plus} className="size-4" />
          {m('pay.another')}
        </button>
      </div>
    </section>
  )
}

function Payment({ recharge }: { recharge: Recharge }) {
  const { deposit, state } = recharge
  const isSeen = deposit.seen !== '0'
  const left = leftToSend(deposit)
  // After the full amount was sent nothing more is requested, also while it is not final.
  const isRequested = state !== 'credited' && left !== '0'
  return (
    <>
      <div className="p-5 lg:p-6" aria-live="polite">
        <RechargeStatus state={state} />
        <h2 className="title text-2xl mt-3">{titleOf(recharge, left)}</h2>
        <p className="text-sm text-muted mt-1">
          {isSeen
            ? m('pay.seen', { seen: formatMoney(deposit.seen), confirmed: formatMoney(deposit.confirmed) })
            : m('pay.nothing')}
        </p>
        {isSeen && state !== 'credited' && (
          <p className="text-sm text-muted">
            {deposit.needed > 0
              ? m('pay.depth', { done: deposit.confirmations, needed: deposit.needed })
              : m('pay.final')}
          </p>
        )}
      </div>
      {isRequested && (
        <>
          <RequestedAmount deposit={deposit} left={left} />
          <Acts recharge={recharge} left={left} />
          <NameTransaction
            summary={m('pay.missing')}
            network={deposit.network}
            named={deposit.named}
            onName={(id) => checkPayment(recharge._id, id)}
          />
        </>
      )}
    </>
  )
}

function titleOf({ state, credited, deposit }: Recharge, left: string): string {
  if (state === 'credited') return m('pay.credited', { amount: formatMoney(credited) })
  if (left === '0') return m('pay.detected')
  return m(deposit.seen === '0' ? 'pay.send' : 'pay.sendMore', { amount: formatExact(left) })
}

function RequestedAmount({ deposit, left }: { deposit: Recharge['deposit']; left: string }) {
  const network = deposit.isTest ? m('form.test') : deposit.networkName
  // The link contains the whole amount, a part of which may have arrived.
  const link = left === deposit.amount ? deposit.uri : deposit.address
  const texts = { plain: m('pay.codePlain'), link: m('pay.codeLink'), hint: m('pay.codeHint') }
  return (
    <div className="p-5 lg:p-6 border-t border-line grid grid-cols-[minmax(0,1fr)] gap-4">
      <PaymentCode address={deposit.address} link={link} label={m('pay.code')} texts={texts} />
      <WalletPay source={rechargePayment} />
      <PayLine label={m('form.network')} text={network} />
      <PayLine label={m('pay.address')} text={deposit.address} code grouped />
      <PayLine label={m('pay.amount')} text={left} unit="USDT" />
      <div role="note" className="tone tone-warning border rounded-field p-3.5 flex gap-3 text-sm">
        <Icon path={icons.circleAlert} className="size-5 shrink-0" />
        <p>{deposit.isTest ? m('pay.warningTest') : m('pay.warning', { network })}</p>
      </div>
      {deposit.network === 'TRON' && <p className="text-sm text-muted">{m('pay.firstFee', tronFees)}</p>}
      <Exception kind={deposit.exception} />
    </div>
  )
}

function Exception({ kind }: { kind: Recharge['deposit']['exception'] }) {
  if (kind !== 'wrong-network' && kind !== 'wrong-token') return null
  return <p className="text-sm text-error">{m(kind === 'wrong-token' ? 'pay.wrongToken' : 'pay.wrongNetwork')}</p>
}

function Acts({ recharge, left }: { recharge: Recharge; left: string }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const act = async (what: () => Promise<void>) => {
    setBusy(true)
    try {
      await what()
    } catch (error) {
      toast('error', actionErrorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  const poll = async () => {
    const { deposit } = await checkPayment(recharge._id)
    if (deposit.seen === '0') toast('info', m('pay.nothingYet'))
  }
  const test = async () => {
    await payByTestWallet(recharge, left)
    toast('success', m('pay.testSent'))
  }
  return (
    <div className="p-5 lg:p-6 border-t border-line grid sm:flex gap-3 sm:justify-end">
      {recharge.deposit.network === 'LOCAL' && (
        <SteadyButton className="btn-line h-12 px-6" off={busy} aria-busy={busy} onClick={() => void act(test)}>
          <Icon path={icons.wallet} className="size-5" />
          {m('pay.test')}
        </SteadyButton>
      )}
      <SteadyButton className="btn-primary h-12 px-6" off={busy} aria-busy={busy} onClick={() => void act(poll)}>
        {m('pay.havePaid')}
      </SteadyButton>
    </div>
  )
}
